package dev.afloat.guard;

import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Lets calls into one tier, by time, permit and breaker, and takes back what they were given. Safe for use by many threads. */
final class Admission<O> {
    private final GuardSpec<?, O> spec;
    private final Circuits circuits;
    private final Holds<O> holds;
    private final Permits permits;
    private final QualityCounts failures = new QualityCounts();
    private final QualityCounts noted = new QualityCounts();
    private final Environment environment;
    private final long limitNanos;
    private final AtomicInteger abandoned = new AtomicInteger();

    private final Skipped<O> outOfTime;
    private final Skipped<O> saturated;
    private final Skipped<O> open;
    private final Skipped<O> providerOpen;

    Admission(GuardSpec<?, O> spec, Environment environment) {
        String tier = spec.origin().tier();
        this.spec = spec;
        this.environment = environment;
        this.circuits = new Circuits(spec, environment);
        this.holds = new Holds<>(spec, environment.time());
        this.permits = new Permits(spec.maxConcurrent());
        this.limitNanos = spec.limiter() == null
                ? Deadline.FOREVER_NANOS
                : Deadline.saturatedNanos(spec.limiter().getTimeLimiterConfig().getTimeoutDuration());
        this.outOfTime = new Skipped<>(tier, FailureKind.OUT_OF_TIME);
        this.saturated = new Skipped<>(tier, FailureKind.SATURATED);
        this.open = new Skipped<>(tier, FailureKind.CIRCUIT_OPEN);
        this.providerOpen = providerOpen(null, 0);
    }

    /** Returns the time a call may take of what is left. */
    long slice(long left) {
        return Math.min(limitNanos, left);
    }

    /**
     * Returns whether a timeout of a call is the tier's failure: it had the whole slice that the tier can have, and most of that for
     * itself. What waits longer than a third, as nobody does by default, may have had too little.
     */
    boolean full(long slice, long waited) {
        return slice >= spec.fullSliceNanos() && waited <= slice / 3;
    }

    /**
     * Lets a call in, or not. Does not wait.
     *
     * @param left the time to the end that the chain wants
     * @param late what of it is missing because limits fired late: a minimum is not held to that
     * @return a {@link Skipped} reply if not; else what has to be given to {@link #settle}: as the circuits want it
     */
    Object admit(long left, long late) {
        if (tooLate(slice(left), late)) {
            return outOfTime;
        }
        Skipped<O> held = holds.held(null, 0);
        if (held != null) {
            return held;
        }
        // A full tier is not even asked for: no probe is wasted. The permit is taken last, so that an open breaker
        // costs none.
        if (permits.exhausted()) {
            return saturated;
        }
        Object admitted = circuits.tryAcquire();
        if (admitted == Circuits.OPEN) {
            return open;
        }
        if (admitted == Circuits.PROVIDER_OPEN) {
            return providerOpen;
        }
        if (!permits.tryTake()) {
            circuits.settle(admitted, null);
            return saturated;
        }
        return admitted;
    }

    private Skipped<O> providerOpen(@Nullable PermitWait wait, long waited) {
        return new Skipped<>(spec.origin().tier(), FailureKind.CIRCUIT_OPEN, "provider", waited, wait);
    }

    private boolean tooLate(long slice, long late) {
        return !spec.alwaysRuns() && (slice <= 0 || slice + late < spec.minimumNanos());
    }

    /**
     * Returns how long a call that was not let in may wait for a permit: not at all if that was not for want of one, if no call is
     * let through anyway, or if all permits are held by calls that nobody waits for any more.
     */
    long patience(Object notAdmitted, long left) {
        if (notAdmitted != saturated || permits.heldBy(abandoned.get()) || circuits.open()) {
            return 0;
        }
        long slice = slice(left);
        // Of a slice cut short, a third at most: the rest may be the next tier's only chance.
        long wait = slice >= spec.fullSliceNanos() ? spec.waitNanos() : Math.min(spec.waitNanos(), slice / 3);
        return Math.min(wait, slice - spec.minimumNanos());
    }

    /** Waits on this thread, and lets the call in or not as {@link #admit} does. */
    Object admitLater(Object notAdmitted, long now, long end) {
        long patience = patience(notAdmitted, end - now);
        if (patience <= 0) {
            return notAdmitted;
        }
        CallerWait wait = new CallerWait(permits, now + patience);
        boolean ended = false;
        try {
            environment.threads().entered(wait);
            permits.enqueue(wait);
            environment.time().await(wait, Runnable::run);
            ended = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (OutOfMemoryError e) {
            return skipped(
                    wait, Outcome.SKIPPED, FailureKind.SATURATED, since(now)); // of the queue, not of the tier's code
        } finally {
            if (ended) {
                wait.expire(); // has ended, unless the time source returned early
            } else if (!wait.cancel()) {
                wait.giveBackUnlessHandedOver();
            }
            environment.threads().left(wait);
        }
        return ended ? admitAfter(wait, now, end) : skipped(wait, Outcome.NEUTRAL, FailureKind.CANCELLED, since(now));
    }

    private long since(long now) {
        return environment.time().nanos() - now;
    }

    Permits permits() {
        return permits;
    }

    /** Lets in, or not, a call whose wait for a permit has ended. */
    Object admitAfter(PermitWait wait, long now, long end) {
        return switch (wait.state()) {
            case GRANTED -> granted(wait, now, end - now);
            case EXPIRED, WAITING -> skipped(wait, Outcome.SKIPPED, FailureKind.SATURATED, since(now));
            case CANCELLED -> skipped(wait, Outcome.NEUTRAL, FailureKind.CANCELLED, since(now));
            case CLOSED -> skipped(wait, Outcome.NEUTRAL, FailureKind.CLOSED, since(now));
        };
    }

    private Object granted(PermitWait wait, long now, long left) {
        Object admitted = null;
        try {
            admitted = admitWithPermit(wait, since(now), left);
        } finally {
            if (admitted == null || admitted instanceof Skipped<?>) {
                wait.giveBackUnlessHandedOver();
            } else {
                wait.handOver();
            }
        }
        return admitted;
    }

    private Object admitWithPermit(PermitWait wait, long waited, long left) {
        if (environment.threads().closed()) { // the permit may be that of a call that the close has ended
            return skipped(wait, Outcome.NEUTRAL, FailureKind.CLOSED, waited);
        }
        if (tooLate(slice(left) - waited, 0)) {
            return skipped(wait, Outcome.SKIPPED, FailureKind.OUT_OF_TIME, waited);
        }
        Skipped<O> held = holds.held(wait, waited);
        if (held != null) {
            return held;
        }
        Object admitted = circuits.tryAcquire();
        if (admitted == Circuits.OPEN) {
            return skipped(wait, Outcome.SKIPPED, FailureKind.CIRCUIT_OPEN, waited);
        }
        return admitted == Circuits.PROVIDER_OPEN ? providerOpen(wait, waited) : admitted;
    }

    private Skipped<O> skipped(PermitWait wait, Outcome outcome, FailureKind kind, long waited) {
        return new Skipped<>(Endings.ran(spec.origin().tier(), outcome, kind, waited), wait);
    }

    /** Records how a call that was let in has ended; null if it came to nothing. */
    void settle(Object admission, @Nullable Attempt ended) {
        circuits.settle(admission, ended);
        if (ended != null) {
            count(ended);
            if (Endings.answered(ended)) {
                holds.answered();
            }
        }
    }

    private void count(Attempt ended) {
        if (ended.outcome() == Outcome.QUALITY_FAILURE) {
            failures.count(ended);
        } else if (Endings.noted(ended)) {
            noted.count(ended);
        }
    }

    /** Takes note of what a call met, before it is settled. */
    void failed(Failure failure, long nanos) {
        holds.after(failure, nanos);
    }

    /** Gives the permit back: the call has really ended. */
    void release() {
        permits.giveBack();
    }

    /** Takes back an admission that came to nothing. */
    void giveBack(Object admission) {
        try {
            settle(admission, null);
        } finally {
            release();
        }
    }

    void abandoned() {
        abandoned.incrementAndGet();
    }

    void abandonedEnded() {
        abandoned.decrementAndGet();
    }

    Circuits circuits() {
        return circuits;
    }

    TierHealth health(Duration oldestAbandoned, List<LatencyHealth> latencies) {
        return new TierHealth(
                spec.origin().tier(),
                circuits.state(),
                circuits.probeDue(),
                holds.reason(),
                holds.left(),
                new TierLoad(permits.taken(), permits.waiting(), Math.max(0, abandoned.get()), oldestAbandoned),
                new QualityHealth(failures.snapshot(), noted.snapshot(), latencies));
    }
}
