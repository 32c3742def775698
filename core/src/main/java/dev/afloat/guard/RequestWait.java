package dev.afloat.guard;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** A wait for a permit by a request that does not hold a thread meanwhile. */
final class RequestWait<I, O> extends PermitWait implements AsyncCaller.Started, Callable<Boolean> {
    private final Guard<I, O> guard;
    private final AsyncCaller<O> caller;
    final I input;
    final long requestId;
    final long entered;
    final long end;

    /** Volatile, so that either {@link #ended} sees it or {@link #begin} sees the end. */
    private volatile @Nullable Future<?> timer;

    private final AtomicBoolean gone = new AtomicBoolean();

    /**
     * @param entered the moment the tier was entered
     * @param end the moment by which the chain wants it to end
     * @param patience how long to wait
     */
    RequestWait(
            Guard<I, O> guard, I input, AsyncCaller<O> caller, long requestId, long entered, long end, long patience) {
        super(guard.admission().permits(), entered + patience);
        this.guard = guard;
        this.input = input;
        this.caller = caller;
        this.requestId = requestId;
        this.entered = entered;
        this.end = end;
    }

    AsyncCaller<O> caller() {
        return caller;
    }

    /** Starts to wait. However that ends, also if it cannot even start, the caller is told. */
    void begin() {
        Environment environment = guard.environment();
        try {
            environment.threads().entered(this);
            caller.started(this);
            Future<?> scheduled = environment.after(endNanos(), this);
            timer = scheduled;
            if (decided()) {
                scheduled.cancel(false);
            }
            guard.admission().permits().enqueue(this);
        } catch (Throwable closedOrNoMemory) {
            expire();
        }
    }

    /** What the timer is given. */
    @Override
    public Boolean call() {
        return expire();
    }

    @Override
    public boolean giveUp() {
        return cancel();
    }

    @Override
    void ended(State how) {
        Future<?> scheduled = timer;
        if (scheduled != null) {
            scheduled.cancel(false);
        }
        Environment environment = guard.environment();
        environment.threads().left(this);
        try {
            switch (how) {
                // Not a virtual thread: until the call is begun nothing watches its limit, and there may be no carrier.
                case GRANTED, EXPIRED -> environment.onRelay(this::goOn);
                default -> goOn();
            }
        } catch (Throwable noMemory) {
            goOn(); // there is no thread but this one
        }
    }

    /** Once, also where a hand-over failed after it had taken place. */
    private void goOn() {
        if (!gone.compareAndSet(false, true)) {
            return;
        }
        boolean interrupted = Thread.interrupted(); // not meant for what follows
        try {
            StackRoom.require();
            caller.context().run(this::resume);
        } catch (Throwable e) {
            giveBackUnlessHandedOver();
            caller.failed(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void resume() {
        Reply<O> reply = guard.resume(this);
        if (reply != null) {
            caller.settled(reply);
        }
    }
}
