package dev.afloat.guard;

import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** A work whose caller waits for it: the future that Resilience4j's limiter is given, and waits for on the caller's thread. */
final class WaitedWork<I, O> extends Work<I, O> implements Future<O> {
    private final Thread waiter = Thread.currentThread();

    WaitedWork(Guard<I, O> guard, I input, CallerContext context, long requestId, long end, boolean full) {
        super(guard, input, context, requestId, end, full);
    }

    @Override
    TierBody<I, O> body() {
        return tierGuard.spec().body();
    }

    @Override
    boolean stage() {
        return tierGuard.spec().stage();
    }

    @Override
    boolean ownsStage() {
        return tierGuard.spec().ownsStage();
    }

    @Override
    boolean isCaller(Thread thread) {
        return thread == waiter;
    }

    @Override
    void wake() {
        LockSupport.unpark(waiter);
    }

    /** Returns when the work is decided, which this call sees to: by its end, by an interrupt, or by a refusal of the workers. */
    void await() {
        try {
            tierGuard.time().await(this, tierGuard.environment().threads().workers());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancel(); // does nothing if the answer was quicker: then it is served, and the flag stays set
        } catch (Throwable e) {
            refuse(e);
        }
    }

    /** The time that the limiter names is that of the tier, not of this call: it is ignored, the work has an end of its own. */
    @Override
    public @Nullable O get(long ignored, TimeUnit unit) throws ExecutionException {
        await();
        switch (state()) {
            case DONE -> {
                Throwable thrown = thrown();
                if (thrown != null) {
                    throw Stackless.failed(thrown);
                }
                return null; // the guard takes the answer, once it is concluded
            }
            case TIMED_OUT -> {
                if (fullSlice()) {
                    throw Stackless.LIMIT_FIRED;
                }
                throw Stackless.NO_EVENT;
            }
            case PENDING, CANCELLED, REFUSED, CLOSED -> throw Stackless.NO_EVENT;
        }
        throw new AssertionError(state());
    }

    @Override
    public @Nullable O get() throws ExecutionException {
        return get(0, TimeUnit.NANOSECONDS);
    }

    /** Nothing to the limiter: the guard cancels, after it has settled. */
    @Override
    public boolean cancel(boolean interrupt) {
        return false;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public boolean isDone() {
        return decided();
    }
}
