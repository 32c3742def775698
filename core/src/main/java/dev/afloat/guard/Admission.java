package dev.afloat.guard;

import dev.afloat.event.Notices;
import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Lets calls into one tier, by time, permit and breaker, and takes back what they were given. Safe for use by many threads. */
final class Admission<O> {
    private final GuardSpec<?, O> spec;
    private final Circuits circuits;
    private final Hold hold;
    private final @Nullable Provider provider;
    private final Permits permits;
    private final Environment environment;
    private final long limitNanos;
    private final AtomicInteger abandoned = new AtomicInteger();

    private final Skipped<O> outOfTime;
    private final Skipped<O> saturated;
    private final Skipped<O> open;
    private final Skipped<O> providerOpen;
    private final AtomicBoolean misconfigured = new AtomicBoolean();

    Admission(GuardSpec<?, O> spec, Environment environment) {
        String tier = spec.origin().tier();
        this.spec = spec;
        this.environment = environment;
        this.circuits = new Circuits(spec, environment.time());
        this.hold = new Hold(environment.time(), spec.quotaHold());
        this.provider = spec.provider();
        this.permits = new Permits(spec.maxConcurrent());
        this.limitNanos = spec.limiter() == null
                ? Deadline.FOREVER_NANOS
                : Deadline.saturatedNanos(spec.limiter().getTimeLimiterConfig().getTimeoutDuration());
        this.outOfTime = new Skipped<>(tier, FailureKind.OUT_OF_TIME);
        this.saturated = new Skipped<>(tier, FailureKind.SATURATED);
        this.open = new Skipped<>(tier, FailureKind.CIRCUIT_OPEN);
        this.providerOpen = new Skipped<>(skip(FailureKind.CIRCUIT_OPEN, "provider", 0));
    }

    /** Returns the time a call may take of what is left. */
    long slice(long left) {
        return Math.min(limitNanos, left);
    }

    /**
     * Lets a call in, or not. Does not wait.
     *
     * @return a {@link Skipped} reply if not; else what has to be given to {@link #settle}: as the circuits want it
     */
    Object admit(long left) {
        if (tooLate(slice(left))) {
            return outOfTime;
        }
        Skipped<O> held = held(0);
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

    private @Nullable Skipped<O> held(long waited) {
        FailureKind reason = hold.reason();
        if (reason != null) {
            return new Skipped<>(skip(reason, "held", waited));
        }
        reason = provider == null ? null : provider.held();
        return reason == null ? null : new Skipped<>(skip(reason, "provider", waited));
    }

    private Attempt skip(FailureKind kind, String code, long waited) {
        return Attempt.ran(spec.origin().tier(), Outcome.SKIPPED, kind, code, waited, null);
    }

    private boolean tooLate(long slice) {
        return !spec.alwaysRuns() && (slice <= 0 || slice < spec.minimumNanos());
    }

    /**
     * Returns how long a call that was not let in may wait for a permit: not at all if that was not for want of one, if no call is
     * let through anyway, or if all permits are held by calls that nobody waits for any more.
     */
    long patience(Object notAdmitted, long left) {
        if (notAdmitted != saturated || permits.heldBy(abandoned.get()) || circuits.open()) {
            return 0;
        }
        return Math.min(spec.waitNanos(), slice(left) - spec.minimumNanos());
    }

    /** Waits on this thread, and lets the call in or not as {@link #admit} does. */
    Object admitLater(Object notAdmitted, long now, long end) {
        long patience = patience(notAdmitted, end - now);
        if (patience <= 0) {
            return notAdmitted;
        }
        CallerWait wait = new CallerWait(now + patience);
        boolean ended = false;
        try {
            environment.threads().entered(wait);
            permits.enqueue(wait);
            environment.time().await(wait, Runnable::run);
            ended = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (!ended && !wait.cancel() && wait.state() == PermitWait.State.GRANTED) {
                permits.giveBack();
            }
            environment.threads().left(wait);
            permits.remove(wait);
        }
        return ended ? admitAfter(wait, now, end) : skipped(Outcome.NEUTRAL, FailureKind.CANCELLED, since(now));
    }

    private long since(long now) {
        return environment.time().nanos() - now;
    }

    Permits permits() {
        return permits;
    }

    /** Lets in, or not, a call whose wait for a permit has ended. */
    Object admitAfter(PermitWait wait, long now, long end) {
        long waited = since(now);
        return switch (wait.state()) {
            case GRANTED -> granted(waited, end - now);
            case EXPIRED, WAITING -> skipped(Outcome.SKIPPED, FailureKind.SATURATED, waited);
            case CANCELLED -> skipped(Outcome.NEUTRAL, FailureKind.CANCELLED, waited);
            case CLOSED -> skipped(Outcome.NEUTRAL, FailureKind.CLOSED, waited);
        };
    }

    private Object granted(long waited, long left) {
        Object admitted = null;
        try {
            admitted = admitWithPermit(waited, left);
            return admitted;
        } finally {
            if (admitted == null || admitted instanceof Skipped<?>) {
                permits.giveBack();
            }
        }
    }

    private Object admitWithPermit(long waited, long left) {
        if (tooLate(slice(left) - waited)) {
            return skipped(Outcome.SKIPPED, FailureKind.OUT_OF_TIME, waited);
        }
        Skipped<O> held = held(waited);
        if (held != null) {
            return held;
        }
        Object admitted = circuits.tryAcquire();
        if (admitted == Circuits.OPEN) {
            return skipped(Outcome.SKIPPED, FailureKind.CIRCUIT_OPEN, waited);
        }
        return admitted == Circuits.PROVIDER_OPEN
                ? new Skipped<>(skip(FailureKind.CIRCUIT_OPEN, "provider", waited))
                : admitted;
    }

    private Skipped<O> skipped(Outcome outcome, FailureKind kind, long waited) {
        return new Skipped<>(Endings.ran(spec.origin().tier(), outcome, kind, waited));
    }

    /** Records how a call that was let in has ended; null if it came to nothing. */
    void settle(Object admission, @Nullable Attempt ended) {
        circuits.settle(admission, ended);
        if (ended != null && ended.kind().isEmpty()) {
            hold.answered();
            if (misconfigured.get()) {
                misconfigured.set(false);
            }
        }
    }

    /** Takes note of what a call met, before it is settled. */
    void failed(Failure failure) {
        switch (failure.kind()) {
            case MISCONFIGURED -> {
                if (misconfigured.compareAndSet(false, true)) {
                    Notices.misconfigured(spec.origin().feature(), spec.origin().tier(), failure);
                }
            }
            case RATE_LIMITED -> hold.after(failure);
            case QUOTA_EXHAUSTED -> {
                if (holdAll(failure)) {
                    Notices.quotaExhausted(
                            spec.origin().feature(),
                            spec.origin().tier(),
                            provider == null ? hold.left() : provider.health().heldFor());
                }
            }
            default -> holdAll(failure);
        }
    }

    private boolean holdAll(Failure failure) {
        return provider == null ? hold.after(failure) : provider.hold(failure);
    }

    /** Gives the permit back: the call has really ended. */
    void release() {
        permits.giveBack();
    }

    /** Takes back an admission that came to nothing. */
    void giveBack(Object admission) {
        release();
        settle(admission, null);
    }

    void abandoned() {
        abandoned.incrementAndGet();
    }

    void abandonedEnded() {
        abandoned.decrementAndGet();
    }

    TierHealth health(Duration oldestAbandoned) {
        return new TierHealth(
                spec.origin().tier(),
                circuits.state(),
                hold.reason(),
                hold.left(),
                permits.taken(),
                permits.waiting(),
                Math.max(0, abandoned.get()),
                oldestAbandoned);
    }
}
