package dev.afloat.testkit.properties;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.testkit.properties.ChainModel.Run;
import dev.afloat.testkit.properties.Deed.What;
import dev.afloat.testkit.properties.TierModel.Ran;
import dev.afloat.testkit.properties.Told.Tried;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the documentation calls the ways in which a call ends. */
final class Endings {
    private Endings() {}

    private static Ran ended(
            String tier,
            Outcome outcome,
            @Nullable FailureKind kind,
            @Nullable String code,
            long nanos,
            @Nullable Deed served,
            @Nullable Run inside) {
        return new Ran(new Tried(tier, outcome, kind, code, Duration.ofNanos(nanos)), served, inside, false, 0);
    }

    static Ran failed(String tier, Run inside, long nanos) {
        if (inside.fatal()) {
            return fatal(tier, nanos);
        }
        FailureKind first = inside.tried().stream()
                .filter(tried -> tried.outcome() != Outcome.MISS)
                .findFirst()
                .map(tried -> tried.kind())
                .orElse(FailureKind.MISS);
        boolean skippedOnly = inside.tried().stream().allMatch(tried -> tried.outcome() == Outcome.SKIPPED);
        boolean saysNothing = skippedOnly || first == FailureKind.OUT_OF_TIME || first == FailureKind.MISS;
        return ended(tier, saysNothing ? Outcome.NEUTRAL : Outcome.ERROR, first, null, nanos, null, null);
    }

    private static Ran fatal(String tier, long nanos) {
        Tried tried = new Tried(tier, Outcome.ERROR, FailureKind.UNKNOWN, null, Duration.ofNanos(nanos));
        return new Ran(tried, null, null, true, 0);
    }

    static Ran unanswered(TierDesign design, Deed deed, long nanos) {
        String tier = design.name();
        return switch (deed.what()) {
            case FATAL -> fatal(tier, nanos);
            case THROWS, OVERFLOWS -> ended(tier, Outcome.ERROR, FailureKind.UNKNOWN, null, nanos, null, null);
            case THROWS_QUALITY ->
                ended(tier, Outcome.QUALITY_FAILURE, FailureKind.QUALITY, "empty", nanos, null, null);
            default ->
                design.kind().mayMiss()
                        ? ended(tier, Outcome.MISS, FailureKind.MISS, null, nanos, null, null)
                        : ended(tier, Outcome.ERROR, FailureKind.MALFORMED, "null-answer", nanos, null, null);
        };
    }

    static Ran answered(TierDesign tier, Deed deed, @Nullable Run inside, long nanos) {
        String name = tier.name();
        What what = tier.bounds().checked() ? deed.what() : What.ANSWER;
        return switch (what) {
            case POOR -> ended(name, Outcome.QUALITY_FAILURE, FailureKind.QUALITY, "poor", nanos, null, null);
            case UNSURE -> ended(name, Outcome.NEUTRAL, null, "unsure", nanos, deed, inside);
            case COUNTED -> ended(name, Outcome.QUALITY_FAILURE, null, "counted", nanos, deed, inside);
            case CHECK_THROWS ->
                tier.bounds().accepting()
                        ? ended(name, Outcome.NEUTRAL, null, "check-threw", nanos, deed, inside)
                        : ended(name, Outcome.QUALITY_FAILURE, FailureKind.QUALITY, "check-threw", nanos, null, null);
            default -> ended(name, Outcome.SUCCESS, null, null, nanos, deed, inside);
        };
    }

    /**
     * Not done at the end of its time.
     *
     * @param answer null if the code had not answered yet, so that it is not a check that took too long
     */
    static Ran late(TierDesign design, boolean full, long nanos, @Nullable Deed answer, @Nullable Run inside) {
        String tier = design.name();
        if (answer != null && design.bounds().accepting()) {
            return ended(tier, Outcome.NEUTRAL, null, "check-overran", nanos, answer, inside);
        } else if (!full) {
            return ended(tier, Outcome.NEUTRAL, FailureKind.OUT_OF_TIME, null, nanos, null, null);
        }
        return answer != null
                ? ended(tier, Outcome.QUALITY_FAILURE, FailureKind.QUALITY, "check-overran", nanos, null, null)
                : ended(tier, Outcome.TIMEOUT, FailureKind.TIMEOUT, null, nanos, null, null);
    }
}
