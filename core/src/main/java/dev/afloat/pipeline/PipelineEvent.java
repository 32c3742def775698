package dev.afloat.pipeline;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Result;
import java.time.Duration;

/** Something that happened to a request of a pipeline. Values only: no input, no value of a step. Immutable. */
public sealed interface PipelineEvent {

    /** Returns the name of the pipeline. */
    String pipeline();

    /** Returns the number behind the id of the request. */
    long requestNumber();

    /** Returns the id of the request, made anew at each call. */
    default String requestId() {
        return Result.requestIdOf(requestNumber());
    }

    /** A step is over, whatever became of it. */
    record StepEnded(String pipeline, long requestNumber, StepReport step) implements PipelineEvent {}

    /**
     * The pipeline answered.
     *
     * @param nanos how long the caller waited
     */
    record Answered(String pipeline, long requestNumber, boolean partial, boolean degraded, long nanos)
            implements PipelineEvent {

        /** Returns how long the caller waited. */
        public Duration latency() {
            return Duration.ofNanos(nanos);
        }
    }

    /**
     * It did not: a required step failed, or the caller went away ({@code CANCELLED}), or the pipeline was closed ({@code CLOSED}).
     *
     * @param step the step at which it ended
     * @param nanos how long the caller waited
     */
    record Unanswered(String pipeline, long requestNumber, String step, FailureKind reason, long nanos)
            implements PipelineEvent {

        /** Returns how long the caller waited. */
        public Duration latency() {
            return Duration.ofNanos(nanos);
        }
    }
}
