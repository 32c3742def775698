package dev.afloat.micrometer;

import dev.afloat.ChainDescription.TierDescription;
import dev.afloat.FallbackChain;
import dev.afloat.event.CircuitState;
import dev.afloat.guard.TierHealth;
import java.util.List;
import java.util.Objects;

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
            state(index, tier, Names.of(state));
        }
        state(index, tier, Names.DUE_FOR_PROBE);
    }

    private void state(int index, String tier, String state) {
        registered.gauge(
                Names.BREAKER,
                chain,
                read -> stateOf(read.health().tiers().get(index)).equals(state) ? 1 : 0,
                "tier",
                tier,
                "state",
                state);
    }

    /** One state at a time: a breaker that only waits for somebody to call is not what an alert of open ones is for. */
    private static String stateOf(TierHealth tier) {
        return tier.probeDue() ? Names.DUE_FOR_PROBE : Names.of(Objects.requireNonNull(tier.circuit()));
    }
}
