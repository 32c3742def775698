package dev.afloat.guard;

import java.util.concurrent.Callable;
import java.util.concurrent.Future;
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

    /**
     * @param entered the moment the tier was entered
     * @param end the moment by which the chain wants it to end
     * @param patience how long to wait
     */
    RequestWait(
            Guard<I, O> guard, I input, AsyncCaller<O> caller, long requestId, long entered, long end, long patience) {
        super(entered + patience);
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
            Future<?> scheduled = environment
                    .time()
                    .schedule(
                            this,
                            endNanos() - environment.time().nanos() + 1,
                            environment.threads().timer());
            timer = scheduled;
            if (decided()) {
                scheduled.cancel(false);
            } else {
                Permits permits = guard.admission().permits();
                permits.enqueue(this);
                if (decided()
                        && state()
                                != State.GRANTED) { // it may have ended just before it was in the queue, and would stay
                    // there
                    permits.remove(this);
                }
            }
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

    /** The thread that grants or expires must not run what follows: it has other things to do. */
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
                case GRANTED -> environment.onWorker(this::goOn);
                case EXPIRED -> removedAnd(() -> environment.onRelay(this::goOn));
                default -> removedAnd(this::goOn);
            }
        } catch (Throwable noMemory) {
            goOn();
        }
    }

    private void removedAnd(Runnable next) {
        guard.admission().permits().remove(this);
        next.run();
    }

    private void goOn() {
        try {
            caller.context().run(this::resume);
        } catch (Throwable e) {
            caller.failed(e);
        }
    }

    private void resume() {
        Reply<O> reply = guard.resume(this);
        if (reply != null) {
            caller.settled(reply);
        }
    }
}
