package dev.afloat.guard;

import dev.afloat.event.Notices;
import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * What keeps calls out of a tier because its provider said so: the tier's own hold and its provider's. Says in the log what somebody has
 * to mend, once per episode, and of a wrong key not more than once a minute.
 */
final class Holds<O> {
    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);

    private final GuardSpec<?, O> spec;
    private final Hold own;
    private final @Nullable Provider provider;
    private final boolean fragile;
    private final AtomicBoolean misconfigured = new AtomicBoolean();
    private final TimeSource time;
    private volatile long told;
    private volatile boolean toldOnce;

    Holds(GuardSpec<?, O> spec, TimeSource time) {
        this.spec = spec;
        this.time = time;
        this.own = new Hold(time, spec.quotaHold());
        this.provider = spec.provider();
        // A safety net that threw once must not be kept from those whom it could answer.
        this.fragile = spec.model() || spec.limiter() != null || spec.breaker() != null || provider != null;
    }

    /** Returns the reply for a call that is kept out; null if it is not. */
    @Nullable
    Skipped<O> held(@Nullable PermitWait wait, long waited) {
        FailureKind reason = own.reason();
        if (reason != null) {
            return skipped(reason, "held", wait, waited);
        }
        reason = provider == null ? null : provider.hold().reason();
        return reason == null ? null : skipped(reason, "provider", wait, waited);
    }

    private Skipped<O> skipped(FailureKind kind, String code, @Nullable PermitWait wait, long waited) {
        return new Skipped<>(spec.origin().tier(), kind, code, waited, wait);
    }

    /** Takes note of what a call met. */
    void after(Failure failure, long nanos) {
        String feature = spec.origin().feature();
        String tier = spec.origin().tier();
        switch (failure.kind()) {
            case MISCONFIGURED -> {
                if (!misconfigured.get() && quiet() && misconfigured.compareAndSet(false, true)) {
                    told = time.nanos();
                    toldOnce = true;
                    Notices.misconfigured(feature, tier, failure);
                }
            }
            // Limits are counted by model, what is left to spend by account.
            case RATE_LIMITED -> hold(own, failure, nanos);
            case QUOTA_EXHAUSTED -> {
                Hold all = provider == null ? own : provider.hold();
                if (hold(all, failure, nanos)) {
                    Notices.quotaExhausted(
                            feature, tier, all.left().plusMillis(500).truncatedTo(ChronoUnit.SECONDS));
                }
            }
            case OVERLOADED, UNAVAILABLE -> hold(provider == null ? own : provider.hold(), failure, nanos);
            default -> {
                // Says nothing about when to call again, whatever wait came with it.
            }
        }
    }

    /** Where only the key of one tenant is wrong, every answer to another ends an episode. */
    private boolean quiet() {
        return !toldOnce || time.nanos() - told >= BETWEEN_WARNINGS.toNanos();
    }

    private boolean hold(Hold hold, Failure failure, long nanos) {
        return fragile && hold.after(failure, nanos);
    }

    /** Takes note of an answer. */
    void answered() {
        own.answered();
        if (misconfigured.get()) {
            misconfigured.set(false);
        }
    }

    @Nullable
    FailureKind reason() {
        return own.reason();
    }

    Duration left() {
        return own.left();
    }
}
