package dev.afloat.guard;

import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Something that several tiers, of one chain or of many, depend on together: the provider of a model, a vector store. An outage that one
 * of them sees spares the others.
 *
 * <p>It has a circuit breaker of its own, which counts what says that the provider is sick (timeouts, {@code OVERLOADED}, {@code
 * UNAVAILABLE}) and takes every answer as a success, however poor: quality is the business of the tier's breaker. Where the provider has
 * nothing left to spend, or asks to be left alone because it is overloaded, all its tiers are held; a rate limit holds only the tier that
 * met it, since limits are counted by model.
 *
 * <p>Safe for use by many threads. Make one per provider and hand it to {@code tier.provider(…)}; it has nothing to close.
 */
public final class Provider {
    private final String name;
    private final TimeSource time;
    private final boolean keepsItsClock;
    private final Breaker breaker;
    private final Hold hold;

    private Provider(Builder settings) {
        this.name = settings.name;
        this.time = settings.time;
        this.keepsItsClock = settings.breaker.keepsItsClock();
        this.breaker = settings.breaker.create(name, time);
        this.hold = new Hold(time, settings.quotaHold);
    }

    /**
     * Starts a provider.
     *
     * @param name a constant: it stands in health and in the name of the breaker
     * @throws IllegalArgumentException if {@code name} is blank
     */
    public static Builder named(String name) {
        return new Builder(name);
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns how it is doing. Changes nothing. */
    public ProviderHealth health() {
        return new ProviderHealth(name, breaker.state(), hold.reason(), hold.left());
    }

    /** Returns whether chains that follow {@code source} can use it. */
    public boolean follows(TimeSource source) {
        return keepsItsClock ? source == TimeSource.system() : source == time;
    }

    @Nullable
    FailureKind held() {
        return hold.reason();
    }

    boolean open() {
        return breaker.open();
    }

    @Nullable
    Object tryAcquire() {
        return breaker.tryAcquire();
    }

    void settle(Object epoch, @Nullable Attempt attempt) {
        if (attempt == null) {
            breaker.settle(epoch, Outcome.NEUTRAL, 0, null);
            return;
        }
        Outcome outcome = outcome(attempt);
        breaker.settle(epoch, outcome, attempt.nanos(), attempt.cause().orElse(null));
        if (outcome == Outcome.SUCCESS) {
            hold.answered();
        }
    }

    private static Outcome outcome(Attempt attempt) {
        FailureKind kind = attempt.kind().orElse(null);
        return switch (attempt.outcome()) {
            case SUCCESS, QUALITY_FAILURE, MISS -> Outcome.SUCCESS;
            case TIMEOUT -> Outcome.TIMEOUT;
            case ERROR -> kind != null && kind.countsAgainstProvider() ? Outcome.ERROR : Outcome.NEUTRAL;
            case NEUTRAL -> kind == null ? Outcome.SUCCESS : Outcome.NEUTRAL; // served with a doubt
            case SKIPPED -> Outcome.NEUTRAL;
        };
    }

    boolean hold(Failure failure) {
        return hold.after(failure);
    }

    @Override
    public String toString() {
        return "Provider[" + name + "]";
    }

    /** Settings of a {@link Provider}. Not thread-safe. */
    public static final class Builder {
        private final String name;
        private BreakerSource breaker = BreakerSource.of(CircuitBreakerSpec.slidingWindow());
        private Duration quotaHold = RateLimits.QUOTA_HOLD;
        private TimeSource time = TimeSource.system();

        private Builder(String name) {
            if (Objects.requireNonNull(name, "name").isBlank()) {
                throw new IllegalArgumentException(
                        "A provider's name must not be blank: it stands in health and metrics");
            }
            this.name = name;
        }

        /** When to stop calling a provider that keeps failing. Default: {@link CircuitBreakerSpec#slidingWindow()}. */
        public Builder circuitBreaker(CircuitBreakerSpec spec) {
            breaker = BreakerSource.of(spec);
            return this;
        }

        /**
         * As {@link #circuitBreaker(CircuitBreakerSpec)}, from a Resilience4j configuration.
         *
         * @throws IllegalArgumentException if the configuration has settings that run on real timers; the message names them
         */
        public Builder circuitBreaker(CircuitBreakerConfig config) {
            breaker = BreakerSource.of(config);
            return this;
        }

        /** Uses this very breaker. It keeps its own clock, so chains must run in real time. */
        public Builder circuitBreaker(CircuitBreaker existing) {
            breaker = BreakerSource.of(existing);
            return this;
        }

        /**
         * How long its tiers are left alone when nothing is left to spend. Default: {@link RateLimits#QUOTA_HOLD}.
         *
         * @throws IllegalArgumentException if {@code wait} is not positive
         */
        public Builder quotaHold(Duration wait) {
            quotaHold = RateLimits.requirePositive(wait);
            return this;
        }

        /** Drives it by another time: that of the chains that use it. */
        public Builder timeSource(TimeSource source) {
            time = Objects.requireNonNull(source, "timeSource");
            return this;
        }

        /** Returns the provider. */
        public Provider build() {
            return new Provider(this);
        }
    }
}
