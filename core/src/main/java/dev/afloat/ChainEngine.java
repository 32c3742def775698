package dev.afloat;

import dev.afloat.call.AcceptedListener;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.Listeners;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.Environment;
import dev.afloat.guard.Guard;
import dev.afloat.guard.Reply;
import dev.afloat.guard.StackRoom;
import dev.afloat.guard.Suitability;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Takes requests through the tiers of one chain: the loop of those that wait, and what it has in common with those that do not. */
final class ChainEngine<I, O> {
    private final String feature;
    private final List<Guard<I, O>> guards;
    private final long[] reserves;
    private final boolean[] keeps;
    private final Environment environment;
    private final Listeners listeners;
    private final Acceptance<I, O> acceptance;
    private volatile boolean closed;

    ChainEngine(
            String feature,
            List<Guard<I, O>> guards,
            long[] reserves,
            boolean[] keeps,
            Environment environment,
            List<AcceptedListener<? super I, ? super O>> accepted) {
        this.feature = feature;
        this.guards = List.copyOf(guards);
        this.reserves = reserves;
        this.keeps = keeps;
        this.environment = environment;
        this.listeners = environment.listeners();
        this.acceptance = new Acceptance<>(accepted, environment);
    }

    Result<O> execute(I input, long requestId, long start, long end) {
        List<AcceptedListener<? super I, ? super O>> told = acceptance.of(input);
        long now = entered(told, requestId, start);
        try {
            return tryTiers(told, input, requestId, start, now, end);
        } catch (StackOverflowError e) { // in our own code: that of a tier is a failure of the tier
            failed(List.of(), requestId, environment.time().nanos() - start);
            throw e;
        }
    }

    private Result<O> tryTiers(
            List<AcceptedListener<? super I, ? super O>> told,
            I input,
            long requestId,
            long start,
            long entered,
            long end) {
        int size = guards.size();
        long now = entered;
        Attempt first = null;
        @Nullable Attempt[] attempts = null;
        Reply<O> reply = null;
        int kinds = 0;
        FailureKind latest = FailureKind.UNKNOWN;
        long late = 0;
        for (int i = 0; i < size; i++) {
            if (closed) {
                throw closedAfter(AttemptList.before(i, first, attempts), requestId, now - start);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw cancelledAfter(AttemptList.before(i, first, attempts), requestId, now - start);
            }
            Guard<I, O> guard = guards.get(i);
            Reply<O> unsuited = kinds == 0 ? null : guard.unsuited(latest, kinds);
            reply = unsuited == null ? guard.call(input, requestId, now, end - reserves[i], late, reply) : unsuited;
            Attempt attempt = reply.attempt();
            now += attempt.nanos();
            O value = reply.value();
            if (value != null) {
                List<Attempt> all = AttemptList.served(i, attempt, first, attempts);
                return served(told, input, value, reply, i, all, requestId, now - start);
            }
            latest = reasonOf(attempt);
            kinds = Suitability.with(kinds, latest);
            first = i == 0 ? attempt : first;
            attempts = AttemptList.add(Objects.requireNonNull(first), attempts, i, attempt, size);
            Throwable ending = ending(reply, first, attempts, i, requestId, now - start, end - start);
            if (ending instanceof Error error) {
                throw error;
            }
            if (ending != null) {
                throw (RuntimeException) ending;
            }
            if (!listeners.isEmpty()) {
                now = environment.time().nanos(); // they took time that no tier had
            }
            late += reply.late(now);
        }
        throw new AssertionError("a chain has tiers, and the last one ends it");
    }

    /** Returns when the first tier is entered: listeners that were asked or told before took time that no tier had. */
    long entered(List<?> told, long requestId, long start) {
        boolean quiet = listeners.noneOfStarts();
        if (!quiet) {
            StackRoom.require();
            listeners.tellOfStart(new ChainEvent.Started(feature, requestId));
        }
        return quiet && told.isEmpty() ? start : environment.time().nanos();
    }

    /** @param told who is told if the answer is worth keeping */
    Result<O> served(
            List<AcceptedListener<? super I, ? super O>> told,
            I input,
            O value,
            Reply<O> reply,
            int index,
            List<Attempt> attempts,
            long requestId,
            long nanos) {
        Result<O> result = Result.of(value, guards.get(index).origin(), reply.provenance(), attempts, requestId, nanos);
        if (!listeners.isEmpty()) {
            listeners.tell(new ChainEvent.Answered(
                    feature,
                    requestId,
                    attempts,
                    result.level(),
                    result.degraded(),
                    result.reason().orElse(null),
                    result.age().orElse(null),
                    result.stale(),
                    nanos));
        }
        if (!told.isEmpty()
                && keeps[index]
                && reply.attempt().outcome() == Outcome.SUCCESS
                && !result.degraded()
                && result.age().isEmpty()
                && !reply.elsewhere()) {
            acceptance.tell(told, input, value, Objects.requireNonNull(reply.context()));
        }
        return result;
    }

    /**
     * Returns what ends the request after a tier that did not serve; null if the next tier is to be tried.
     *
     * @param nanos the time that has passed
     * @param budget the time there was
     */
    @Nullable
    Throwable ending(
            Reply<O> reply,
            Attempt first,
            @Nullable Attempt @Nullable [] attempts,
            int index,
            long requestId,
            long nanos,
            long budget) {
        Attempt attempt = reply.attempt();
        Error fatal = reply.fatal();
        if (fatal != null) {
            unanswered(AttemptList.before(index + 1, first, attempts), reasonOf(attempt), requestId, nanos);
            return fatal;
        }
        if (closed) {
            return closedAfter(AttemptList.before(index + 1, first, attempts), requestId, nanos);
        }
        if (attempt.outcome() == Outcome.NEUTRAL && reasonOf(attempt) == FailureKind.CANCELLED) {
            return cancelledAfter(AttemptList.before(index + 1, first, attempts), requestId, nanos);
        }
        if (index + 1 == guards.size()) {
            List<Attempt> all = AttemptList.before(index + 1, first, attempts);
            unanswered(all, firstReason(all), requestId, nanos);
            return new ChainExhaustedException(
                    feature, all, Deadline.far(budget) ? null : Duration.ofNanos(Math.max(0, budget)));
        }
        if (!listeners.isEmpty()) {
            listeners.tell(new ChainEvent.FellBack(
                    feature, requestId, attempt, guards.get(index + 1).origin().tier(), reasonOf(attempt)));
        }
        return null;
    }

    RuntimeException closedAfter(List<Attempt> attempts, long requestId, long nanos) {
        unanswered(attempts, FailureKind.CLOSED, requestId, nanos);
        return new ChainClosedException(feature);
    }

    RuntimeException cancelledAfter(List<Attempt> attempts, long requestId, long nanos) {
        unanswered(attempts, FailureKind.CANCELLED, requestId, nanos);
        return new ChainCancelledException(feature);
    }

    /** Tells that a request ended by an error of ours, so that who was told of its start is told of an end. */
    void failed(List<Attempt> attempts, long requestId, long nanos) {
        unanswered(attempts, FailureKind.UNKNOWN, requestId, nanos);
    }

    private void unanswered(List<Attempt> attempts, FailureKind reason, long requestId, long nanos) {
        if (!listeners.isEmpty()) {
            listeners.tell(new ChainEvent.Unanswered(feature, requestId, attempts, reason, nanos));
        }
    }

    /** As of a degraded result: that a lookup missed is why only if there is nothing else. */
    private static FailureKind firstReason(List<Attempt> attempts) {
        return attempts.stream()
                .map(ChainEngine::reasonOf)
                .filter(kind -> kind != FailureKind.MISS)
                .findFirst()
                .orElse(FailureKind.MISS);
    }

    static FailureKind reasonOf(Attempt attempt) {
        return attempt.kind().orElse(FailureKind.UNKNOWN);
    }

    Guard<I, O> guard(int index) {
        return guards.get(index);
    }

    long reserved(int index) {
        return reserves[index];
    }

    int size() {
        return guards.size();
    }

    Acceptance<I, O> acceptance() {
        return acceptance;
    }

    Environment environment() {
        return environment;
    }

    boolean closed() {
        return closed;
    }

    ChainHealth health() {
        return new ChainHealth(feature, guards.stream().map(Guard::health).toList(), acceptance.dropped());
    }

    void close() {
        closed = true;
        environment.threads().close();
        listeners.tellOfEnd(new ChainEvent.Closed(feature));
    }
}
