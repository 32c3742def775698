package dev.afloat.micrometer;

import dev.afloat.ChainDescription.TierDescription;
import dev.afloat.FallbackChain;
import dev.afloat.event.CircuitState;
import java.util.List;

/** What is read from the health of a chain when somebody looks. Reading it changes nothing. */
final class HealthGauges {
    private final FallbackChain<?, ?> chain;
    private final List<TierDescription> described;
    private final Registered registered;

    HealthGauges(FallbackChain<?, ?> chain, List<TierDescription> described, Registered registered) {
        this.chain = chain;
        this.described = described;
        this.registered = registered;
    }

    void register() {
        for (int i = 0; i < described.size(); i++) {
            TierDescription tier = described.get(i);
            int index = i;
            registered.gauge(
                    Names.ABANDONED,
                    chain,
                    read -> read.health().tiers().get(index).load().abandoned(),
                    "tier",
                    tier.name());
            if (tier.circuitBreaker().isPresent()) {
                breaker(index, tier.name());
            }
        }
    }

    private void breaker(int index, String tier) {
        for (CircuitState state : CircuitState.values()) {
            registered.gauge(
                    Names.BREAKER,
                    chain,
                    read -> read.health().tiers().get(index).circuit() == state ? 1 : 0,
                    "tier",
                    tier,
                    "state",
                    Names.of(state));
        }
    }
}
