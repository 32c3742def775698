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

    private final Permits permits;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private final long endNanos;
    private boolean handedOver;

    /** The place in the queue; 0 while there is none. */
    volatile long ticket;

    PermitWait(Permits permits, long endNanos) {
        this.permits = permits;
        this.endNanos = endNanos;
    }

    /** Takes note that somebody else sees to the permit that was granted. */
    final void handOver() {
        handedOver = true;
    }

    /** Gives a permit back that was granted and that nobody else sees to. By the thread that goes on. */
    final void giveBackUnlessHandedOver() {
        if (state.get() == State.GRANTED && !handedOver) {
            handedOver = true;
            permits.giveBack();
        }
    }

    /** Called once, by the thread that ended the wait, which has other things to do than run code of the user's. */
    abstract void ended(State how);

    final State state() {
        return state.get();
    }

    private boolean end(State how) {
        boolean first = state.compareAndSet(State.WAITING, how);
        if (first) {
            if (how != State.GRANTED) {
                permits.remove(this);
            }
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
