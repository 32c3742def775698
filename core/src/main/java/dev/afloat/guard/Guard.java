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
    /** Half the range of a long, about 146 years: added to any reading of time it never overflows. */
    private static final long FOREVER = Long.MAX_VALUE >> 1;

    private final GuardSpec<I, O> spec;
    private final Environment environment;
    private final TimeSource time;
    private final @Nullable Breaker breaker;
    private final @Nullable TimeLimiter limiter;
    private final @Nullable Semaphore permits;
    private final long limitNanos;
    private final AtomicInteger abandoned = new AtomicInteger();

    private final Skipped<O> outOfTime;
    private final Skipped<O> saturated;
    private final Skipped<O> open;

    /** Makes a guard with a breaker of its own. */
    public Guard(GuardSpec<I, O> spec, Environment environment) {
        String tier = spec.origin().tier();
        this.spec = spec;
        this.environment = environment;
        this.time = environment.time();
        this.breaker = spec.breaker() == null
                ? null
                : spec.breaker().create(spec.origin().feature() + "." + tier, time);
        this.limiter = spec.limiter();
        this.permits = spec.maxConcurrent() == 0 ? null : new Semaphore(spec.maxConcurrent());
        this.limitNanos = limiter == null
                ? FOREVER
                : Deadline.saturatedNanos(limiter.getTimeLimiterConfig().getTimeoutDuration());
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
     * @param before the reply of the tier before, whose object may be used again; null if there is none
     */
    public Reply<O> call(I input, long requestId, long now, long end, boolean bounded, @Nullable Reply<O> before) {
        boolean onCaller = limiter == null && !spec.stage();
        if (!onCaller) {
            StackRoom.require(); // a hand-over is dear enough to afford it
        }
        Object admission = admit(end - now);
        if (admission instanceof Skipped<?>) {
            return skipped(admission);
        }
        return onCaller
                ? onCaller(input, requestId, now, end, bounded, before, admission)
                : waiting(input, requestId, now, end, bounded, admission);
    }

    /**
     * Starts a call of the tier and returns at once. Its limit is watched by the chain's timer.
     *
     * @param onWorker whether this thread may run the tier's code
     * @return the reply, if the tier was skipped; null if it was started: then {@code caller} is told
     */
    public @Nullable Reply<O> start(
            I input, long requestId, long now, long end, boolean bounded, boolean onWorker, AsyncCaller<O> caller) {
        if (!onWorker) {
            StackRoom.require();
        }
        Object admission = admit(end - now);
        if (admission instanceof Skipped<?>) {
            return skipped(admission);
        }
        AsyncWork<I, O> work = null;
        try {
            long slice = Math.min(limitNanos, end - now);
            work = new AsyncWork<>(
                    this,
                    input,
                    caller,
                    requestId,
                    now,
                    timed(bounded) ? now + slice : end,
                    bounded || limiter != null,
                    slice >= spec.fullSliceNanos(),
                    epoch(admission));
        } finally {
            if (work == null) {
                giveBack(admission);
            }
        }
        try {
            // In this order: what gives it up takes it out again.
            environment.threads().entered(work);
            caller.started(work::giveUp);
        } catch (Throwable e) {
            return work.refused(e) ? work : null;
        }
        return work.decided() || handOver(work, now, bounded, onWorker) ? null : work;
    }

    /** Returns whether a call ends at its time whatever its code does: code that returns stages does at the chain's too. */
    private boolean timed(boolean bounded) {
        return limiter != null || (spec.stage() && bounded);
    }

    private boolean handOver(AsyncWork<I, O> work, long now, boolean bounded, boolean onWorker) {
        try {
            if (timed(bounded)) {
                // One more: a call that takes exactly its limit is in time.
                work.timer = time.schedule(
                        work::expire,
                        work.endNanos() - now + 1,
                        environment.threads().timer());
            }
            if (limiter == null && onWorker) {
                work.run();
                return true;
            }
            time.execute(work, environment.threads().workers());
            return true;
        } catch (Throwable e) {
            return !work.refused(e);
        }
    }

    /** Returns whether calls of this tier can be started by a thread that must not run its code. */
    public boolean limited() {
        return limiter != null;
    }

    // Permit and breaker.

    /** Returns a {@link Skipped} reply, or else what to give back: the breaker's epoch, or this guard if it has no breaker. */
    private Object admit(long left) {
        long slice = Math.min(limitNanos, left);
        if (!spec.alwaysRuns() && (slice <= 0 || slice < spec.minimumNanos())) {
            return outOfTime;
        }
        if (permits != null && !permits.tryAcquire()) {
            return saturated;
        }
        if (breaker == null) {
            return this;
        }
        Object epoch = breaker.tryAcquire();
        if (epoch == null) {
            release();
            return open;
        }
        return epoch;
    }

    @SuppressWarnings("unchecked")
    private Reply<O> skipped(Object admission) {
        return (Skipped<O>) admission;
    }

    private @Nullable Object epoch(Object admission) {
        return admission == this ? null : admission;
    }

    private void giveBack(Object admission) {
        release();
        settle(epoch(admission), Outcome.NEUTRAL, 0, null);
    }

    private void release() {
        if (permits != null) {
            permits.release();
        }
    }

    private void settle(@Nullable Object epoch, Outcome outcome, long nanos, @Nullable Call<O> call) {
        if (breaker != null && epoch != null) {
            breaker.settle(epoch, outcome, nanos, outcome == Outcome.ERROR && call != null ? call.thrown : null);
        }
    }

    // On the caller's thread.

    private Reply<O> onCaller(
            I input, long requestId, long now, long end, boolean bounded, @Nullable Reply<O> before, Object admission) {
        Outcome outcome = Outcome.NEUTRAL;
        long nanos = 0;
        Call<O> call = null;
        try {
            call = reused(before, end);
            if (call == null) {
                call = new Call<>(this, requestId, end, bounded);
            }
            call.compute(spec, input);
            nanos = time.nanos() - now;
            outcome = call.interrupted() ? call.ended(cancelled(nanos, call.thrown), null) : call.ended(nanos);
            return call;
        } finally {
            try {
                release();
            } finally {
                settle(epoch(admission), outcome, nanos, call);
            }
        }
    }

    private @Nullable Call<O> reused(@Nullable Reply<O> before, long end) {
        if (before instanceof Call<O> call && !(call instanceof Work) && call.guard.spec.forgetful()) {
            call.moveOn(this, end);
            return call;
        }
        return null;
    }

    private Attempt cancelled(long nanos, @Nullable Throwable cause) {
        return Attempt.ran(origin().tier(), Outcome.NEUTRAL, FailureKind.CANCELLED, null, nanos, cause);
    }

    private Reply<O> waiting(I input, long requestId, long now, long end, boolean bounded, Object admission) {
        Outcome outcome = Outcome.NEUTRAL;
        long nanos = 0;
        WaitedWork<I, O> work = null;
        try {
            long slice = Math.min(limitNanos, end - now);
            work = new WaitedWork<>(
                    this,
                    input,
                    environment.context().capture(),
                    requestId,
                    timed(bounded) ? now + slice : now + FOREVER,
                    bounded || limiter != null,
                    slice >= spec.fullSliceNanos());
            environment.threads().entered(work);
            wait(work);
            nanos = time.nanos() - now;
            outcome = work.conclude(nanos);
            return work;
        } finally {
            try {
                settle(epoch(admission), outcome, nanos, work);
            } finally {
                if (work == null) {
                    release();
                } else {
                    // Only now: interrupting takes time, and the outcome should not.
                    work.abandonUnlessDone();
                }
            }
        }
    }

    /** What comes out of the limiter, its listeners' exceptions included, is of no account: the work knows how it ended. */
    private void wait(WaitedWork<I, O> work) {
        if (limiter == null) {
            work.await();
            return;
        }
        try {
            limiter.executeFutureSupplier(() -> work);
        } catch (Throwable e) {
            work.refuse(e);
        }
    }

    // What a work asks of its guard.

    void await(WaitedWork<I, O> work) throws InterruptedException {
        time.await(work, environment.threads().workers());
    }

    void settleAsync(AsyncWork<I, O> work, long nanos) {
        Outcome outcome = Outcome.NEUTRAL;
        try {
            outcome = work.conclude(nanos);
            if (limiter != null) {
                publish(limiter, work);
            }
        } catch (Throwable e) {
            environment.mishaps().note("time limiter's listener", e);
        } finally {
            settle(work.epoch, outcome, nanos, work);
        }
    }

    /** The same events as the limiter publishes where it waits itself. */
    private static void publish(TimeLimiter limiter, AsyncWork<?, ?> work) {
        Throwable thrown = work.thrown;
        if (work.state() == Work.State.DONE && thrown == null) {
            limiter.onSuccess();
        } else if (work.state() == Work.State.DONE && thrown != null) {
            Throwable cause = Stackless.failed(thrown).getCause();
            limiter.onError(cause == null ? thrown : cause);
        } else if (work.state() == Work.State.TIMED_OUT && work.fullSlice()) {
            limiter.onError(Stackless.TIMEOUT);
        }
    }

    void workAbandoned() {
        abandoned.incrementAndGet();
    }

    void workEnded(Work<I, O> work, boolean wasAbandoned) {
        environment.threads().left(work);
        if (wasAbandoned) {
            abandoned.decrementAndGet();
        }
        release();
    }

    void onWorker(Runnable task) {
        environment.onWorker(task);
    }

    Runnable guarded(String what, Runnable callback) {
        return environment.guarded(what, callback);
    }

    /** Runs a callback of the user's aside from the caller; by a worker where the continuations are full. */
    void aside(String what, CallerContext context, Runnable callback) {
        if (!environment.aside(what, context, callback)) {
            environment.onWorker(() -> context.run(guarded(what, callback)));
        }
    }

    boolean mayMiss() {
        return spec.mayMiss();
    }

    TimeSource time() {
        return time;
    }

    GuardSpec<I, O> spec() {
        return spec;
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
