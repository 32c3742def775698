package dev.afloat.guard;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How good a tier's answers have been, apart from its errors.
 *
 * @param failures how many of its answers were failures of quality since the chain was built, served ones included, by the code of
 *     their attempts; {@code "none"} for those without a code, {@code "other"} for the codes after the first 100. Unmodifiable
 * @param noted how many of its answers counted for nothing, by the same codes, but for what was said of them: served with a doubt or a note,
 *     rejected with the input to blame, refused ({@code "refused"} where no check said so). Unmodifiable
 * @param latencies how quick it has been: of each model that inputs name, the worst first, and of all other calls; empty without a {@link
 *     dev.afloat.quality.LatencyBound}. Unmodifiable
 */
public record QualityHealth(Map<String, Long> failures, Map<String, Long> noted, List<LatencyHealth> latencies) {

    /** Nothing has been found. */
    public static final QualityHealth GOOD = new QualityHealth(Map.of(), Map.of(), List.of());

    public QualityHealth {
        failures = Map.copyOf(failures);
        noted = Map.copyOf(noted);
        latencies = List.copyOf(latencies);
    }

    /** Returns how quick it has been, of several models the worst; null without a {@link dev.afloat.quality.LatencyBound}. */
    public @Nullable LatencyHealth latency() {
        return latencies.isEmpty() ? null : latencies.get(0);
    }
}
