package dev.afloat.guard;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Origin;
import dev.afloat.outcome.Outcome;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Protects the calls of one tier: permit, then breaker, then time limit with the call and its checks inside, then one outcome
 * recorded. Safe for use by many threads.
 */
public final class Guard<I, O> {
    private final GuardSpec<I, O> spec;
    private final Environment environment;
    private final TimeSource time;
    private final @Nullable Breaker breaker;
    private final @Nullable TimeLimiter limiter;
    private final @Nullable Semaphore permits;
    private final long limitNanos;
    private final AtomicInteger abandoned = new AtomicInteger();

    private final Reply<O> outOfTime;
    private final Reply<O> saturated;
    private final Reply<O> open;

    /** Makes a guard with a breaker and a limiter of its own. */
    public Guard(GuardSpec<I, O> spec, Environment environment) {
        String tier = spec.origin().tier();
        String name = spec.origin().feature() + "." + tier;
        this.spec = spec;
        this.environment = environment;
        this.time = environment.time();
        this.breaker = spec.breaker() == null ? null : spec.breaker().create(name, time);
        this.limiter = spec.limit() == null ? null : TimeLimiter.of(name, spec.limit());
        this.permits = spec.maxConcurrent() == 0 ? null : new Semaphore(spec.maxConcurrent());
        this.limitNanos = spec.limit() == null
                ? Long.MAX_VALUE
                : Deadline.saturatedNanos(spec.limit().getTimeoutDuration());
        this.outOfTime = new Skipped<>(tier, FailureKind.OUT_OF_TIME);
        this.saturated = new Skipped<>(tier, FailureKind.SATURATED);
        this.open = new Skipped<>(tier, FailureKind.CIRCUIT_OPEN);
    }

    /**
     * Calls the tier and returns when its outcome is settled. Throws nothing of the tier's.
     *
     * @param requestId the number of the request
     * @param now the moment the tier is entered: its limit runs from here
     * @param end the moment by which the chain wants it to end
     * @param bounded whether {@code end} is a real deadline
     */
    public Reply<O> call(I input, long requestId, long now, long end, boolean bounded) {
        long slice = Math.min(limitNanos, end - now);
        if (!spec.alwaysRuns() && (slice <= 0 || slice < spec.minimumNanos())) {
            return outOfTime;
        }
        if (permits != null && !permits.tryAcquire()) {
            return saturated;
        }
        Object epoch = breaker == null ? null : breaker.tryAcquire();
        if (breaker != null && epoch == null) {
            release();
            return open;
        }
        return limiter == null
                ? onCaller(input, requestId, now, end, bounded, epoch)
                : onWorker(limiter, input, requestId, now, now + slice, slice >= spec.fullSliceNanos(), epoch);
    }

    private Reply<O> onCaller(I input, long requestId, long now, long end, boolean bounded, @Nullable Object epoch) {
        Outcome outcome = Outcome.NEUTRAL;
        long nanos = 0;
        Call<O> call = null;
        try {
            call = new Call<>(this, requestId, end, bounded);
            call.compute(spec, input);
            nanos = time.nanos() - now;
            outcome = call.interrupted()
                    ? call.ended(
                            Attempt.ran(call.tier(), Outcome.NEUTRAL, FailureKind.CANCELLED, null, nanos, call.thrown),
                            null)
                    : call.ended(nanos);
            return call;
        } finally {
            release();
            settle(epoch, outcome, nanos, call);
        }
    }

    private Reply<O> onWorker(
            TimeLimiter limit, I input, long requestId, long now, long end, boolean fullSlice, @Nullable Object epoch) {
        Outcome outcome = Outcome.NEUTRAL;
        long nanos = 0;
        Work<I, O> work = null;
        try {
            work = new Work<>(this, spec, input, requestId, end, fullSlice);
            wait(limit, work);
            nanos = time.nanos() - now;
            outcome = work.conclude(nanos);
            return work;
        } finally {
            settle(epoch, outcome, nanos, work);
            // Only now: interrupting takes time, and the outcome should not.
            if (work == null) {
                release();
            } else {
                work.abandonUnlessDone();
            }
        }
    }

    /** What comes out of the limiter, its listeners' exceptions included, is of no account: the work knows how it ended. */
    private static <O> void wait(TimeLimiter limit, Work<?, O> work) {
        try {
            limit.executeFutureSupplier(() -> work);
        } catch (Throwable e) {
            work.refuse(e);
        }
    }

    private void settle(@Nullable Object epoch, Outcome outcome, long nanos, @Nullable Call<O> call) {
        if (breaker != null && epoch != null) {
            breaker.settle(epoch, outcome, nanos, outcome == Outcome.ERROR && call != null ? call.thrown : null);
        }
    }

    private void release() {
        if (permits != null) {
            permits.release();
        }
    }

    // What a work asks of its guard.

    void await(Work<?, ?> work) throws InterruptedException {
        time.await(work, environment.workers());
    }

    void workAbandoned() {
        abandoned.incrementAndGet();
    }

    void workEnded(boolean wasAbandoned) {
        if (wasAbandoned) {
            abandoned.decrementAndGet();
        }
        release();
    }

    /** Runs a callback of the user's aside from the caller; by a worker where the continuations are full. */
    void aside(String what, Runnable callback) {
        Runnable guarded = () -> harmless(what, callback);
        try {
            time.execute(guarded, environment.continuations());
        } catch (Throwable full) { // or no memory for a thread: an error that the caller has no part in
            try {
                time.execute(guarded, environment.workers());
            } catch (Throwable e) {
                environment.mishaps().note(what, e);
            }
        }
    }

    /** Runs a callback of the user's here and now. Never throws. */
    void harmless(String what, Runnable callback) {
        environment.mishaps().guard(what, callback);
    }

    Runnable both(Runnable first, Runnable second) {
        return () -> {
            harmless("cancel hook", first);
            second.run();
        };
    }

    boolean mayMiss() {
        return spec.mayMiss();
    }

    TimeSource time() {
        return time;
    }

    @Nullable
    TimeLimiter limiter() {
        return limiter;
    }

    /** Returns who the tier is. */
    public Origin origin() {
        return spec.origin();
    }

    /** Returns how the tier is doing. Changes nothing: no permit is taken, an open breaker stays open. */
    public TierHealth health() {
        return new TierHealth(
                origin().tier(),
                breaker == null ? null : breaker.state(),
                permits == null ? 0 : spec.maxConcurrent() - permits.availablePermits(),
                Math.max(0, abandoned.get()));
    }
}
