package dev.afloat;

import dev.afloat.guard.BreakerSource;
import dev.afloat.guard.Provider;
import dev.afloat.time.TimeSource;
import org.jspecify.annotations.Nullable;

/** All that a chain is made of has to follow the same time. */
final class TimeRules {
    private TimeRules() {}

    /** Returns what is wrong with {@code tier} in a chain that follows {@code time}; null if nothing is. */
    static @Nullable String fault(Tier<?, ?> tier, TimeSource time) {
        TierOptions<?, ?> options = tier.options();
        BreakerSource breaker = options.breaker;
        if (time != TimeSource.system() && breaker != null && breaker.keepsItsClock()) {
            return "tier '" + tier.name()
                    + "' was given a CircuitBreaker that keeps its own clock, so the chain cannot follow another time source. "
                    + "Give the tier a CircuitBreakerConfig or a CircuitBreakerSpec instead.";
        }
        Provider provider = options.provider;
        if (provider != null && !provider.follows(time)) {
            return "tier '" + tier.name() + "' depends on a provider that follows another time source. Build '"
                    + provider.name() + "' with the same timeSource(…).";
        }
        if (tier.nested() != null && tier.nested().timeSource() != time) {
            return "the chain nested as '" + tier.name()
                    + "' follows another time source. Build it with the same timeSource(…).";
        }
        if (options.agesBy != null && options.agesBy != time) {
            return "the answers of tier '" + tier.name()
                    + "' age by another time source. Build what keeps them with the same timeSource(…).";
        }
        return null;
    }
}
