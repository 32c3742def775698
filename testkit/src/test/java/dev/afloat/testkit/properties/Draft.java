package dev.afloat.testkit.properties;

import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is drawn at random: times are shares, in percent, of what there will be room for. */
final class Draft {
    private Draft() {}

    enum Limit {
        STANDARD,
        SET,
        NONE
    }

    /** How long something takes, compared with the time there is for it. */
    enum Timing {
        AT_ONCE,
        A_NANO,
        PART,
        ALMOST,
        EXACTLY,
        OVER,
        LONG
    }

    record Act(Deed.What what, Timing delay, int share, boolean deaf, Timing checking) {}

    /** @param waitShare null where no wait is set */
    record Times(
            Limit limit,
            int limitShare,
            int minimumShare,
            @Nullable Integer waitShare) {}

    record Tier(
            Kind kind,
            Times times,
            TierDesign.Bounds bounds,
            TierDesign.Standing standing,
            List<Act> script,
            @Nullable Chain nested) {}

    /**
     * @param budget whether there is one
     * @param scale how large it is, and how large times are without one
     * @param huge whether the budget is larger than any time that is needed
     */
    record Chain(boolean budget, Duration scale, boolean huge, List<Tier> tiers, boolean net) {}

    /** The gap is either a share of the scale or what is given. */
    record Ask(
            int gapShare, @Nullable Duration gap, @Nullable Integer deadlineShare, boolean waiting) {}
}
