package dev.afloat.guard;

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
 * UNAVAILABLE}) and takes every answer that can be read as a success, however poor: quality is the business of the tier's breaker. All
 * else is neutral. Where the provider has nothing left to spend, or asks to be left alone because it is overloaded, all its tiers are
 * held; a rate limit holds only the tier that met it, since limits are counted by model.
 *
 * <p>Safe for use by many threads. Make one per provider and hand it to {@code tier.provider(…)}; it has nothing to close.
 */
public final class Provider {
    private final String name;
    private final TimeSource time;
    private final BreakerSource source;
    private final Breaker breaker;
    private final Hold hold;

    private Provider(Builder settings) {
        this.name = settings.name;
        this.time = settings.time;
        this.source = settings.breaker;
        this.breaker = source.create(name, time);
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
        return new ProviderHealth(name, breaker.state(), breaker.probeDue(), hold.reason(), hold.left());
    }

    /** Returns whether chains that follow {@code source} can use it. */
    public boolean follows(TimeSource other) {
        return other == time;
    }

    /** Returns whether its breaker is the very one that {@code tiers} stands for: a call would take two of its probes. */
    public boolean sharesBreakerWith(BreakerSource tiers) {
        return source.isSame(tiers);
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
        breaker.settle(epoch, outcome(attempt), attempt.nanos(), attempt.cause().orElse(null));
    }

    private static Outcome outcome(Attempt attempt) {
        if (Endings.answered(attempt)) {
            return Outcome.SUCCESS;
        }
        boolean sick = attempt.outcome() == Outcome.ERROR
                && attempt.kind().filter(FailureKind::countsAgainstProvider).isPresent();
        return sick || attempt.outcome() == Outcome.TIMEOUT ? attempt.outcome() : Outcome.NEUTRAL;
    }

    Hold hold() {
        return hold;
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

        /**
         * Returns the provider.
         *
         * @throws IllegalStateException if it was given a breaker that keeps its own clock, and another time
         */
        public Provider build() {
            if (breaker.keepsItsClock() && time != TimeSource.system()) {
                throw new IllegalStateException(
                        "The provider '" + name + "' was given a CircuitBreaker that keeps its own"
                                + " clock, so it cannot follow another time source. Give it a CircuitBreakerConfig or a"
                                + " CircuitBreakerSpec instead.");
            }
            return new Provider(this);
        }
    }
}
