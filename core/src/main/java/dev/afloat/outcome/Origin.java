package dev.afloat.outcome;

import java.util.Objects;

/**
 * Which tier of which feature answers, and how good its answers are as it was built.
 *
 * @param feature the name of the chain
 * @param tier the name of the tier
 * @param level the level of its answers
 * @param equivalent whether its answers are as good as the primary's whatever their level
 */
public record Origin(String feature, String tier, Level level, boolean equivalent) {

    /** @throws NullPointerException if an argument is null */
    public Origin {
        Objects.requireNonNull(feature, "feature");
        Objects.requireNonNull(tier, "tier");
        Objects.requireNonNull(level, "level");
    }

    /** Returns whether answers from here are degraded as such. */
    public boolean degraded() {
        return level != Level.PRIMARY && !equivalent;
    }
}
