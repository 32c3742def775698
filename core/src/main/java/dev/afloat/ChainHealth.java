package dev.afloat;

import dev.afloat.guard.TierHealth;
import java.util.List;

/**
 * How a chain is doing at this moment.
 *
 * @param feature the name of the chain
 * @param tiers first tier first
 * @param droppedNotifications answers worth keeping that nobody was told of, because the executor for it was full
 */
public record ChainHealth(String feature, List<TierHealth> tiers, long droppedNotifications) {

    /**
     * Returns the health of one tier.
     *
     * @throws IllegalArgumentException if there is no tier of that name
     */
    public TierHealth tier(String name) {
        return tiers.stream()
                .filter(tier -> tier.tier().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("The chain '" + feature + "' has no tier '" + name
                        + "', only " + tiers.stream().map(TierHealth::tier).toList()));
    }
}
