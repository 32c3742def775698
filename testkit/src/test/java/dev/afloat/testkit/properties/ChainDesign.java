package dev.afloat.testkit.properties;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A chain to be built.
 *
 * @param budget null for none
 * @param net whether its last tier is a safety net
 */
record ChainDesign(String name, @Nullable Duration budget, List<TierDesign> tiers, boolean net) {

    /** What the tiers behind this one reserve. */
    long reservedAfter(int index) {
        return tiers.subList(index + 1, tiers.size()).stream()
                .mapToLong(tier -> tier.times().minimum().toNanos())
                .sum();
    }

    /** The most that a tier can have of the budget. */
    long most(int index) {
        return (budget == null ? Long.MAX_VALUE : Nanos.of(budget)) - reservedAfter(index);
    }

    boolean modelBefore(int index) {
        return tiers.subList(0, index).stream().anyMatch(tier -> tier.kind().model() || tier.kind() == Kind.NESTED);
    }

    @Override
    public String toString() {
        return name + (budget == null ? "" : " within " + budget) + (net ? "" : " without a net") + tiers;
    }
}
