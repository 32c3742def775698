package dev.afloat;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * How a chain is composed and set, defaults filled in.
 *
 * @param feature the name of the chain
 * @param budget the time for the whole chain; empty for none
 * @param tiers first tier first
 */
public record ChainDescription(String feature, Optional<Duration> budget, List<TierDescription> tiers) {

    /**
     * How one tier is set.
     *
     * @param name the name of the tier
     * @param kind what sort of thing it is
     * @param level the level of its answers
     * @param equivalent whether its answers count as not degraded
     * @param timeLimit its time limit; empty for none
     * @param minimumTime what earlier tiers leave it of the budget; zero for nothing
     * @param circuitBreaker when its breaker opens, in words; empty for none
     * @param provider what it depends on together with others; empty for nothing
     * @param onlyAfter failures after which alone it is tried; empty for no matter what
     * @param maxConcurrent calls that may be inside at once; 0 for any number
     * @param maxWait how long one more waits for one of them to end; zero for not at all
     * @param checks the names of its quality checks, in order
     * @param latency what its latency is held to, in words; empty for nothing
     */
    public record TierDescription(
            String name,
            TierKind kind,
            Level level,
            boolean equivalent,
            Optional<Duration> timeLimit,
            Duration minimumTime,
            Optional<String> circuitBreaker,
            Optional<String> provider,
            List<FailureKind> onlyAfter,
            int maxConcurrent,
            Duration maxWait,
            List<String> checks,
            Optional<String> latency) {}

    /** One line for the chain and one for each tier. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(feature);
        budget.ifPresent(total -> text.append(" within ").append(total));
        for (TierDescription tier : tiers) {
            text.append("\n  ")
                    .append(tier.name())
                    .append(": ")
                    .append(tier.kind())
                    .append(", ")
                    .append(tier.level());
            if (tier.equivalent()) {
                text.append(", equivalent");
            }
            tier.timeLimit().ifPresent(limit -> text.append(", limit ").append(limit));
            if (!tier.minimumTime().isZero()) {
                text.append(", minimum ").append(tier.minimumTime());
            }
            tier.circuitBreaker().ifPresent(breaker -> text.append(", ").append(breaker));
            tier.provider().ifPresent(name -> text.append(", provider ").append(name));
            if (!tier.onlyAfter().isEmpty()) {
                text.append(", only after ").append(tier.onlyAfter());
            }
            if (tier.maxConcurrent() > 0) {
                text.append(", at most ").append(tier.maxConcurrent()).append(" at once");
                if (!tier.maxWait().isZero()) {
                    text.append(", waiting for ").append(tier.maxWait());
                }
            }
            if (!tier.checks().isEmpty()) {
                text.append(", checks ").append(tier.checks());
            }
            tier.latency().ifPresent(bound -> text.append(", ").append(bound));
        }
        return text.toString();
    }
}
