package dev.afloat.guard;

import dev.afloat.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Where a tier's circuit breaker comes from: our own settings, a Resilience4j configuration, or a breaker that exists. */
public final class BreakerSource {
    private final @Nullable CircuitBreakerSpec spec;
    private final CircuitBreakerConfig config;
    private final @Nullable CircuitBreaker existing;

    private BreakerSource(
            @Nullable CircuitBreakerSpec spec, CircuitBreakerConfig config, @Nullable CircuitBreaker existing) {
        this.spec = spec;
        this.config = config;
        this.existing = existing;
    }

    /** Returns the source of breakers as {@code spec} says. */
    public static BreakerSource of(CircuitBreakerSpec spec) {
        return new BreakerSource(Objects.requireNonNull(spec, "spec"), spec.config(), null);
    }

    /**
     * Returns the source of breakers as {@code config} says, but on the chain's clock.
     *
     * @throws IllegalArgumentException if {@code config} asks for what runs on a clock or timer of its own: automatic transition to
     *     half-open, a maximum wait in half-open, or a lock-free time-based window
     */
    public static BreakerSource of(CircuitBreakerConfig config) {
        refuse(
                config.isAutomaticTransitionFromOpenToHalfOpenEnabled(),
                "automaticTransitionFromOpenToHalfOpenEnabled: leave it out, the next call after the wait is the probe");
        refuse(
                !config.getMaxWaitDurationInHalfOpenState().isZero(),
                "maxWaitDurationInHalfOpenState: leave it out, every probe ends or gives its permission back");
        refuse(
                config.getSlidingWindowType() == SlidingWindowType.TIME_BASED
                        && config.getSlidingWindowSynchronizationStrategy()
                                == SlidingWindowSynchronizationStrategy.LOCK_FREE,
                "a LOCK_FREE window that is TIME_BASED: take SYNCHRONIZED or COUNT_BASED");
        return new BreakerSource(null, config, null);
    }

    /** Returns the source of this very breaker. It keeps its own clock, so the chain must run in real time. */
    public static BreakerSource of(CircuitBreaker existing) {
        return new BreakerSource(null, existing.getCircuitBreakerConfig(), existing);
    }

    private static void refuse(boolean condition, String setting) {
        if (condition) {
            throw new IllegalArgumentException(
                    "This CircuitBreakerConfig has a setting that does not follow the chain's clock, " + setting + ".");
        }
    }

    /** Returns our settings; null if the breaker is configured otherwise. */
    public @Nullable CircuitBreakerSpec spec() {
        return spec;
    }

    /** Returns whether the breaker exists already and keeps a clock of its own. */
    public boolean keepsItsClock() {
        return existing != null;
    }

    /** Returns whether both stand for the same breaker. */
    boolean isSame(BreakerSource other) {
        return existing != null && existing == other.existing;
    }

    Breaker create(String name, TimeSource time) {
        return existing != null
                ? Breaker.of(existing)
                : Breaker.of(name, config, spec == null ? 0 : spec.failuresInARow(), time);
    }

    /** Says in a few words when the breaker opens. */
    @Override
    public String toString() {
        if (spec != null) {
            return spec.toString();
        }
        return existing == null ? "CircuitBreakerConfig" : "CircuitBreaker '" + existing.getName() + "'";
    }
}
