package dev.afloat.pipeline;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How a pipeline is composed and set. Immutable.
 *
 * @param feature the name of the pipeline
 * @param budget the time of the whole; empty for none
 * @param steps in order
 */
public record PipelineDescription(String feature, Optional<Duration> budget, List<StepDescription> steps) {

    public PipelineDescription {
        steps = List.copyOf(steps);
    }

    /**
     * How a step is set.
     *
     * @param optional whether the pipeline goes on without it
     * @param local whether it is code in process, without a limit
     * @param fallback whether something else gives its value where it fails
     * @param timeLimit the most time it may take; empty for what is left
     * @param minimum what must be left for it, if it is optional; what it leaves to its fallback
     * @param overhead what it leaves for handing on, if it is optional
     * @param reserve what earlier steps leave to it; zero if it is optional
     * @param branches the steps side by side, if it is several; empty otherwise
     */
    public record StepDescription(
            String step,
            StepKind kind,
            boolean optional,
            boolean local,
            boolean fallback,
            Optional<Duration> timeLimit,
            Duration minimum,
            Duration overhead,
            Duration reserve,
            List<StepDescription> branches) {

        public StepDescription {
            branches = List.copyOf(branches);
        }

        /** Names the step, an optional one with a question mark. */
        @Override
        public String toString() {
            String name = step + (optional ? "?" : "");
            return branches.isEmpty()
                    ? name
                    : name
                            + branches.stream()
                                    .map(StepDescription::toString)
                                    .collect(Collectors.joining(" ∥ ", "(", ")"));
        }

        static StepDescription of(StepDraft draft, long share) {
            StepOptions<?, ?> options = draft.options();
            return new StepDescription(
                    draft.name(),
                    draft.kind(),
                    draft.optional(),
                    options.local,
                    options.fallback != null,
                    Optional.ofNullable(options.timeLimit),
                    options.minimum,
                    options.overhead,
                    Duration.ofNanos(draft.reserve(share)),
                    draft.branches().stream().map(branch -> of(branch, share)).toList());
        }
    }

    /** Names the steps, optional ones with a question mark. */
    @Override
    public String toString() {
        return "Pipeline[" + feature + ": "
                + steps.stream().map(StepDescription::toString).collect(Collectors.joining(" → ")) + "]";
    }
}
