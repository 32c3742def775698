package dev.afloat.guard;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Lets calls into one tier, by time, permit and breaker, and takes back what they were given. Safe for use by many threads. */
final class Admission<O> {
    private final GuardSpec<?, O> spec;
    private final @Nullable Breaker breaker;
    private final int bound;
    private final AtomicInteger inside = new AtomicInteger();
    private final long limitNanos;
    private final AtomicInteger abandoned = new AtomicInteger();

    private final Skipped<O> outOfTime;
    private final Skipped<O> saturated;
    private final Skipped<O> open;

    Admission(GuardSpec<?, O> spec, TimeSource time) {
        String tier = spec.origin().tier();
        this.spec = spec;
        this.breaker = spec.breaker() == null
                ? null
                : spec.breaker().create(spec.origin().feature() + "." + tier, time);
        this.bound = spec.maxConcurrent();
        this.limitNanos = spec.limiter() == null
                ? Deadline.FOREVER_NANOS
                : Deadline.saturatedNanos(spec.limiter().getTimeLimiterConfig().getTimeoutDuration());
        this.outOfTime = new Skipped<>(tier, FailureKind.OUT_OF_TIME);
        this.saturated = new Skipped<>(tier, FailureKind.SATURATED);
        this.open = new Skipped<>(tier, FailureKind.CIRCUIT_OPEN);
    }

    /** Returns the time a call may take of what is left. */
    long slice(long left) {
        return Math.min(limitNanos, left);
    }

    /**
     * Lets a call in, or not.
     *
     * @return a {@link Skipped} reply if not; else what has to be given to {@link #settle}: the breaker's epoch, or this object if
     *     there is no breaker
     */
    Object admit(long left) {
        long slice = slice(left);
        if (!spec.alwaysRuns() && (slice <= 0 || slice < spec.minimumNanos())) {
            return outOfTime;
        }
        // A full tier is not even asked for: no probe is wasted. The permit is taken last, so that an open breaker
        // costs none.
        if (bound != 0 && inside.get() >= bound) {
            return saturated;
        }
        Object admitted = breaker == null ? this : breaker.tryAcquire();
        if (admitted == null) {
            return open;
        }
        if (bound != 0 && !enter()) {
            settle(admitted, Outcome.NEUTRAL, 0, null);
            return saturated;
        }
        return admitted;
    }

    /** Nobody ever waits for a permit, so a count of those inside is all that is needed. */
    private boolean enter() {
        int before = inside.get();
        while (before < bound) {
            if (inside.compareAndSet(before, before + 1)) {
                return true;
            }
            before = inside.get();
        }
        return false;
    }

    /** Records the outcome of a call that was let in. */
    void settle(Object admission, Outcome outcome, long nanos, @Nullable Throwable cause) {
        if (breaker != null) {
            breaker.settle(admission, outcome, nanos, cause);
        }
    }

    /** Gives the permit back: the call has really ended. */
    void release() {
        if (bound != 0) {
            inside.decrementAndGet();
        }
    }

    /** Takes back an admission that came to nothing. */
    void giveBack(Object admission) {
        release();
        settle(admission, Outcome.NEUTRAL, 0, null);
    }

    void abandoned() {
        abandoned.incrementAndGet();
    }

    void abandonedEnded() {
        abandoned.decrementAndGet();
    }

    TierHealth health() {
        return new TierHealth(
                spec.origin().tier(),
                breaker == null ? null : breaker.state(),
                inside.get(),
                Math.max(0, abandoned.get()));
    }
}
