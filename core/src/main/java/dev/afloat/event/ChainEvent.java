package dev.afloat.event;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Something that happened in a chain. Values only: no input, no answer; but the attempts hold what tiers threw, whose text may say anything.
 * Immutable. Later versions may have more kinds of events, and more components: have a default where you tell them apart.
 */
public sealed interface ChainEvent {

    /** Returns the name of the chain. */
    String feature();

    /** Something that happened to a request. */
    sealed interface OfRequest extends ChainEvent {

        /** Returns the number behind the id of the request. */
        long requestNumber();

        /** Returns the id of the request, made anew at each call. */
        default String requestId() {
            return Result.requestIdOf(requestNumber());
        }
    }

    /**
     * A request came in. Told only to listeners that {@linkplain ChainListener#hearsStarts() ask for it}, on the caller's own thread and before
     * any tier is tried; {@link Answered} or {@link Unanswered} follows.
     */
    record Started(String feature, long requestNumber) implements OfRequest {}

    /**
     * A tier did not serve and the next one is tried.
     *
     * @param attempt what became of the tier
     * @param to the tier that is tried now
     * @param reason why
     */
    record FellBack(String feature, long requestNumber, Attempt attempt, String to, FailureKind reason)
            implements OfRequest {

        /** Returns the tier that did not serve. */
        public String from() {
            return attempt.tier();
        }
    }

    /**
     * A tier answered.
     *
     * @param attempts what became of every tier that was reached, the one that answered last
     * @param level the level of the answer
     * @param degraded whether the answer is degraded
     * @param reason why; null if it is not degraded or nothing before it failed
     * @param age how old the answer is; null if it was made for this request, or if the lookup tells no ages
     * @param stale whether it was kept for longer than it is as good as new
     * @param nanos how long the caller waited
     */
    record Answered(
            String feature,
            long requestNumber,
            List<Attempt> attempts,
            Level level,
            boolean degraded,
            @Nullable FailureKind reason,
            @Nullable Duration age,
            boolean stale,
            long nanos)
            implements OfRequest {

        /** Returns what became of the tier that answered. */
        public Attempt attempt() {
            return attempts.get(attempts.size() - 1);
        }

        /** Returns how long the caller waited. */
        public Duration latency() {
            return Duration.ofNanos(nanos);
        }
    }

    /**
     * No tier answered: the caller gets an exception.
     *
     * @param attempts what became of every tier that was reached
     * @param reason {@code CANCELLED} if the caller went away; otherwise why the first tier that did not just miss did not serve
     * @param nanos how long the caller waited
     */
    record Unanswered(String feature, long requestNumber, List<Attempt> attempts, FailureKind reason, long nanos)
            implements OfRequest {

        /** Returns how long the caller waited. */
        public Duration latency() {
            return Duration.ofNanos(nanos);
        }
    }

    /**
     * The circuit breaker of a tier is in another state than was told last. Told once for each change, by the request that made it or was the
     * first to see it: after a time in which nobody listened, as one change from the state told last. Nobody is told of a {@code
     * Provider}'s own.
     *
     * @param tier the tier whose breaker it is
     * @param from the state before
     * @param to the state now
     * @param failures how many of {@code calls} have failed
     * @param calls how many calls the breaker counts at the moment
     */
    record CircuitChanged(String feature, String tier, CircuitState from, CircuitState to, int failures, int calls)
            implements ChainEvent {}

    /** The chain was closed: nothing happens in it any more, but for requests that are on their way. */
    record Closed(String feature) implements ChainEvent {}
}
