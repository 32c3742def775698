package dev.afloat.event;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Level;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Something that happened to a request. Values only: no input, no answer. */
public sealed interface ChainEvent {

    /** Returns the name of the chain. */
    String feature();

    /** Returns the id of the request. */
    String requestId();

    /**
     * A tier did not serve and the next one is tried.
     *
     * @param attempt what became of the tier
     * @param from the tier that did not serve
     * @param to the tier that is tried now
     * @param reason why
     */
    record FellBack(String feature, String requestId, Attempt attempt, String from, String to, FailureKind reason)
            implements ChainEvent {}

    /**
     * A tier answered.
     *
     * @param attempt what became of the tier
     * @param level the level of the answer
     * @param degraded whether the answer is degraded
     * @param reason why; null if it is not degraded or nothing before it failed
     * @param latency how long the caller waited
     */
    record Answered(
            String feature,
            String requestId,
            Attempt attempt,
            Level level,
            boolean degraded,
            @Nullable FailureKind reason,
            Duration latency)
            implements ChainEvent {}

    /**
     * No tier answered: the caller gets an exception.
     *
     * @param attempts what became of every tier that was reached
     * @param reason {@code CANCELLED} if the caller went away; otherwise why the first tier did not serve
     * @param latency how long the caller waited
     */
    record Unanswered(String feature, String requestId, List<Attempt> attempts, FailureKind reason, Duration latency)
            implements ChainEvent {}
}
