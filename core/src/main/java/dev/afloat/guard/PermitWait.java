package dev.afloat.guard;

import dev.afloat.time.TimedWork;
import java.util.concurrent.atomic.AtomicReference;

/** A wait for a permit, which ends once: granted, over its time, given up, or by the close of the chain. */
abstract class PermitWait implements TimedWork, InFlight {

    enum State {
        WAITING,
        GRANTED,
        EXPIRED,
        CANCELLED,
        CLOSED
    }

    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private final long endNanos;

    PermitWait(long endNanos) {
        this.endNanos = endNanos;
    }

    /** Called once, by the thread that ended the wait. Runs no code of the user's if that was {@link #grant()} or {@link #expire()}. */
    abstract void ended(State how);

    final State state() {
        return state.get();
    }

    private boolean end(State how) {
        boolean first = state.compareAndSet(State.WAITING, how);
        if (first) {
            ended(how);
        }
        return first;
    }

    /** Hands over a permit; returns whether it was taken. */
    final boolean grant() {
        return end(State.GRANTED);
    }

    @Override
    public final long endNanos() {
        return endNanos;
    }

    @Override
    public final boolean decided() {
        return state.get() != State.WAITING;
    }

    /** There is nothing to compute: somebody else's end is what is waited for. */
    @Override
    public final boolean compute() {
        return false;
    }

    @Override
    public final void finish() {}

    @Override
    public final boolean expire() {
        return end(State.EXPIRED);
    }

    @Override
    public final boolean cancel() {
        return end(State.CANCELLED);
    }

    @Override
    public final void close() {
        end(State.CLOSED);
    }
}
