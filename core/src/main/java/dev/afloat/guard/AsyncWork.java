package dev.afloat.guard;

import dev.afloat.outcome.Attempt;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A work nobody waits for: whoever decides it goes on with the chain. */
final class AsyncWork<I, O> extends Work<I, O> implements AsyncCaller.Started, Callable<Boolean> {
    private final AsyncCaller<O> caller;
    private final long entered;
    private final Object admitted;

    /** Volatile, so that either {@link #settle} sees it or {@link #watch} sees the decision. */
    private volatile @Nullable Future<?> timer;

    AsyncWork(
            Guard<I, O> guard,
            I input,
            AsyncCaller<O> caller,
            long requestId,
            long entered,
            long end,
            boolean full,
            Object admitted) {
        super(guard, input, caller.context(), requestId, end, full);
        this.caller = caller;
        this.entered = entered;
        this.admitted = admitted;
    }

    @Override
    TierBody<I, O> body() {
        TierBody<I, O> async = tierGuard.spec().asyncBody();
        return async == null ? tierGuard.spec().body() : async;
    }

    @Override
    boolean stage() {
        return tierGuard.spec().stage() || tierGuard.spec().asyncBody() != null;
    }

    @Override
    boolean ownsStage() {
        return tierGuard.spec().ownsStage() || tierGuard.spec().asyncBody() != null;
    }

    /**
     * Has the work computed, and its limit watched.
     *
     * @return whether it was taken over; false if it was refused, and ended by that
     */
    boolean handOver(boolean timed, boolean onWorker) {
        Environment environment = tierGuard.environment();
        try {
            if (timed) {
                watch(environment);
            }
            if (tierGuard.spec().limiter() == null && onWorker) {
                run();
            } else {
                environment.time().execute(this, environment.threads().workers());
            }
            return true;
        } catch (Throwable e) {
            return !refused(e);
        }
    }

    private void watch(Environment environment) {
        Future<?> scheduled = environment.after(endNanos(), this);
        timer = scheduled;
        if (decided()) {
            scheduled.cancel(false);
        }
    }

    @Override
    public void run() {
        try {
            super.run();
        } catch (Throwable e) {
            caller.failed(e); // it may have been decided, and nobody told
        }
    }

    /** On the computing thread, or the one that completed the stage, or the one that closed the chain. */
    @Override
    void wake() {
        endAndTell();
    }

    /**
     * On the timer's thread, or that of virtual time. The computing thread is stopped at once: what follows is code of the user's and
     * is handed to another thread, for which there may be none but this one.
     */
    @Override
    public boolean expire() {
        if (!super.expire()) {
            return false;
        }
        long nanos = tierGuard.time().nanos() - entered;
        stop();
        try {
            tierGuard.environment().onRelay(() -> callerContext().run(() -> endedAfter(nanos)));
        } catch (Throwable noMemory) {
            endedAfter(nanos);
        }
        return true;
    }

    private void endedAfter(long nanos) {
        try {
            settle(nanos);
            settled();
        } finally {
            tell();
        }
    }

    /** What the timer is given: one object less for each call than a lambda. */
    @Override
    public Boolean call() {
        return expire();
    }

    @Override
    public boolean giveUp() {
        if (!cancel()) {
            return false;
        }
        endAndTell();
        return true;
    }

    /** Ends the call of a work that could not be handed over; returns whether it was this that ended it. */
    boolean refused(Throwable why) {
        if (!refuse(why)) {
            return false;
        }
        settle(tierGuard.time().nanos() - entered);
        settled();
        return true;
    }

    private void endAndTell() {
        long nanos = tierGuard.time().nanos() - entered;
        @Nullable Object[] before = callerContext().apply();
        try {
            endedAfter(nanos);
        } finally {
            callerContext().restore(before);
        }
    }

    private void settle(long nanos) {
        Future<?> scheduled = timer;
        if (scheduled != null) {
            scheduled.cancel(false);
        }
        Attempt ended = null;
        try {
            ended = conclude(nanos, admitted);
            TimeLimiter limiter = tierGuard.spec().limiter();
            if (limiter != null) {
                publish(limiter);
            }
        } catch (Throwable e) {
            tierGuard.environment().mishaps().note("time limiter's listener", e);
        } finally {
            tierGuard.admission().settle(admitted, toRecord(ended));
        }
    }

    /** Whoever interrupted this thread, or code that interrupted itself, did not mean what follows. */
    private void tell() {
        boolean interrupted = Thread.interrupted();
        try {
            caller.settled(this);
        } catch (Throwable e) {
            caller.failed(e);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Publishes the events that the limiter publishes itself where it waits. */
    private void publish(TimeLimiter limiter) {
        Throwable failure = thrown();
        if (state() == State.DONE && failure == null) {
            limiter.onSuccess();
        } else if (state() == State.DONE && failure != null) {
            Throwable cause = Stackless.failed(failure).getCause();
            limiter.onError(cause == null ? failure : cause);
        } else if (state() == State.TIMED_OUT && fullSlice()) {
            limiter.onError(Stackless.TIMEOUT);
        }
    }
}
