package dev.afloat.pipeline;

import dev.afloat.failure.FailureKind;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What became of one step of one request. Values only, no content. Immutable.
 *
 * @param step the name of the step
 * @param status what became of it
 * @param reason why, if it is not completed, or is degraded; null otherwise
 * @param degraded whether its value is worse than the step was made to give: its fallback's, or that of a chain that was degraded
 * @param duration how long it took, its fallback included; zero if it was not called
 * @param inside what became of the steps of a pipeline inside; empty for other steps. Unmodifiable
 */
public record StepReport(
        String step,
        StepStatus status,
        @Nullable FailureKind reason,
        boolean degraded,
        Duration duration,
        List<StepReport> inside) {

    public StepReport {
        inside = List.copyOf(inside);
    }

    /** Names no content. */
    @Override
    public String toString() {
        return step + " " + status + (reason == null ? "" : " " + reason) + (degraded ? " degraded" : "") + " after "
                + duration.toMillis() + " ms";
    }
}
