package dev.afloat.pipeline;

import dev.afloat.failure.FailureKind;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A required step failed, as did its fallback if it has one, or there was no time left for it: the pipeline has no answer. The cause is what the step
 * failed by; null if it was never called.
 */
public final class PipelineFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String pipeline;
    private final String step;
    private final FailureKind reason;
    private final boolean stoodIn;
    private final transient List<StepReport> steps;

    PipelineFailedException(
            String pipeline,
            String step,
            FailureKind reason,
            List<StepReport> steps,
            @Nullable Throwable cause,
            boolean stoodIn) {
        super(message(pipeline, step, reason, steps, stoodIn), cause);
        this.pipeline = pipeline;
        this.step = step;
        this.reason = reason;
        this.stoodIn = stoodIn;
        this.steps = List.copyOf(steps);
    }

    private static String message(
            String pipeline, String step, FailureKind reason, List<StepReport> steps, boolean stoodIn) {
        String what = reason == FailureKind.OUT_OF_TIME ? " had no time left" : " failed (" + reason + ")";
        return "The step '" + step + "' of the pipeline '" + pipeline + "'" + what
                + (stoodIn ? ": what it is to be replaced by" : ", and it is required")
                + ". So far: "
                + steps.stream().map(StepReport::toString).collect(Collectors.joining("; "));
    }

    boolean stoodIn() {
        return stoodIn;
    }

    /** Returns the name of the pipeline. */
    public String pipeline() {
        return pipeline;
    }

    /** Returns the step that ended it. */
    public String step() {
        return step;
    }

    /** Returns why; {@code OUT_OF_TIME} if the step could not be called any more. */
    public FailureKind reason() {
        return reason;
    }

    /** Returns what became of the steps up to that one, which is among them. Unmodifiable; empty after deserialization. */
    public List<StepReport> steps() {
        return steps == null ? List.of() : steps;
    }

    /** Returns the names of the steps whose value was there, be it a fallback's. */
    public List<String> completed() {
        return steps().stream()
                .filter(report -> report.status() == StepStatus.COMPLETED || report.status() == StepStatus.FELL_BACK)
                .map(StepReport::step)
                .toList();
    }
}
