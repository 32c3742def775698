package dev.afloat.testkit;

import dev.afloat.FallbackChain;
import dev.afloat.call.TierInterceptor;
import dev.afloat.time.TimeSource;

/** Builds the chain under test so that the test drives its time and stands around its tiers. */
@FunctionalInterface
public interface ChainFactory<I, O> {

    /**
     * Builds a chain: usually {@code chain.toBuilder().timeSource(time).interceptor(incident).build()}, and caches with the same
     * {@code time}.
     */
    FallbackChain<I, O> build(TimeSource time, TierInterceptor incident);
}
