package dev.afloat.pipeline;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a pipeline answered, and honestly how. Immutable.
 *
 * @param <O> what is answered
 */
public final class PipelineResult<O> {
    private final String pipeline;
    private final O value;
    private final long requestNumber;
    private final boolean partial;
    private final boolean degraded;
    private final @Nullable FailureKind reason;
    private final List<StepReport> steps;
    private final long nanos;

    PipelineResult(String pipeline, O value, long requestNumber, Done done, long nanos) {
        this.pipeline = pipeline;
        this.value = value;
        this.requestNumber = requestNumber;
        this.partial = done.partial();
        this.degraded = done.degraded();
        this.reason = done.reason();
        this.steps = done.reports();
        this.nanos = nanos;
    }

    /** Returns the answer. Never null. */
    public O value() {
        return value;
    }

    /** Returns whether an optional step was skipped, here or in a pipeline inside. */
    public boolean partial() {
        return partial;
    }

    /** Returns whether some step gave less than it was made for: its fallback's value, or that of a chain that was degraded. */
    public boolean degraded() {
        return degraded;
    }

    /** Returns why the first step that gave less than it was made for did; empty if none did. */
    public Optional<FailureKind> reason() {
        return Optional.ofNullable(reason);
    }

    /** Returns what became of every step, in order; of steps side by side, in the order they were declared. Unmodifiable. */
    public List<StepReport> steps() {
        return steps;
    }

    /**
     * Returns what became of one step.
     *
     * @throws IllegalArgumentException if there is no step of that name
     */
    public StepReport step(String name) {
        return steps.stream()
                .filter(report -> report.step().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("The pipeline '" + pipeline + "' has no step '" + name
                        + "', only " + steps.stream().map(StepReport::step).toList()));
    }

    /** Returns how long the caller waited. */
    public Duration latency() {
        return Duration.ofNanos(nanos);
    }

    /** Returns the id of the request: the same in the results and events of chains inside. Made anew at each call. */
    public String requestId() {
        return Result.requestIdOf(requestNumber);
    }

    /** Returns the name of the pipeline. */
    public String pipeline() {
        return pipeline;
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "PipelineResult[" + pipeline + (partial ? ", partial" : "") + (degraded ? ", degraded" : "") + ", "
                + nanos / 1_000_000 + " ms: " + steps + "]";
    }
}
