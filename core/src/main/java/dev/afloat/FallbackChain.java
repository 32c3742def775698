package dev.afloat;

import dev.afloat.call.AcceptedListener;
import dev.afloat.call.CallContext;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.Listeners;
import dev.afloat.event.Mishaps;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.ChainThreads;
import dev.afloat.guard.Environment;
import dev.afloat.guard.Guard;
import dev.afloat.guard.GuardSpec;
import dev.afloat.guard.Reply;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Answers an input by the first of its tiers that can, and says honestly which did.
 *
 * <pre>
 * input ─► permit ─► circuit breaker ─► time limit ( call ─► quality checks ) ─► outcome recorded ─┬─► Result
 *                                                                                                 └─► next tier, the same way
 * </pre>
 *
 * <p>All tiers share one budget. A tier's limit runs from the moment the tier is entered; a later tier's minimum is kept back for
 * it. Local tiers, and lookups without a limit, run on the caller's thread and even with the budget spent.
 *
 * <p>Immutable but for breakers, permits and counters; safe for use by many threads. Make one per feature and keep it; close it
 * with the application. It starts threads only for tiers with a limit, and daemons only.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
public final class FallbackChain<I, O> implements AutoCloseable {
    /** Half the range of a long, about 146 years: added to any reading of time it never overflows. */
    private static final long NO_BUDGET = Long.MAX_VALUE >> 1;

    private final FallbackChainBuilder<I, O> settings;
    private final ChainPlan<I, O> plan;
    private final List<GuardSpec<I, O>> specs;
    private final Guard<I, O>[] guards;
    private final long[] reserves;
    private final TimeSource time;
    private final long budget;
    private final ChainThreads threads;
    private final Listeners listeners;
    private final List<AcceptedListener<? super I, ? super O>> accepted;
    private final Mishaps mishaps;
    private final LongAdder dropped = new LongAdder();
    private volatile boolean closed;

    @SuppressWarnings({"unchecked", "rawtypes"})
    FallbackChain(FallbackChainBuilder<I, O> settings) {
        this.settings = settings;
        this.plan = new ChainPlan<>(settings);
        this.specs = plan.guards();
        this.time = settings.time;
        this.budget = settings.budget == null ? NO_BUDGET : Deadline.saturatedNanos(settings.budget);
        this.threads = new ChainThreads(settings.name, settings.workers);
        this.mishaps = new Mishaps(settings.name);
        this.listeners = new Listeners(settings.listeners, mishaps);
        this.accepted = new ArrayList<>(settings.accepted);
        settings.tiers.forEach(tier -> accepted.addAll(tier.settings().accepted));
        Environment environment = new Environment(time, threads.workers(), threads.continuations(), mishaps);
        this.guards = specs.stream().map(spec -> new Guard<>(spec, environment)).toArray(Guard[]::new);
        this.reserves = new long[guards.length];
        for (int i = 0; i < guards.length; i++) {
            reserves[i] = plan.reservedAfter(i);
        }
    }

    /**
     * Starts a chain.
     *
     * @param feature the name of the AI feature, a constant: it stands in results, thread names and metrics
     * @throws IllegalArgumentException if {@code feature} is blank
     */
    public static <I, O> FallbackChainBuilder<I, O> named(String feature) {
        return new FallbackChainBuilder<>(feature);
    }

    /**
     * Answers {@code input} within the chain's budget.
     *
     * @return the answer, never null
     * @throws ChainExhaustedException if no tier answered: only without a safety net, or if the safety net itself failed
     * @throws ChainCancelledException if the calling thread is or becomes interrupted; its flag stays set
     * @throws ChainClosedException if the chain is closed
     * @throws NullPointerException if {@code input} is null
     */
    public Result<O> execute(I input) {
        return execute(input, Deadline.none());
    }

    /**
     * Answers {@code input} within the chain's budget and by {@code deadline}, whichever comes first.
     *
     * @throws ChainExhaustedException as {@link #execute(Object)}
     * @throws ChainCancelledException as {@link #execute(Object)}
     * @throws ChainClosedException as {@link #execute(Object)}
     * @throws NullPointerException if an argument is null
     */
    public Result<O> execute(I input, Deadline deadline) {
        return execute(input, deadline, ThreadLocalRandom.current().nextLong());
    }

    Result<O> execute(I input, Deadline deadline, long requestId) {
        Objects.requireNonNull(input, "input");
        boolean bounded = settings.budget != null || !deadline.isNone();
        long start = time.nanos();
        long end = start + (deadline.isNone() ? budget : Math.min(budget, deadline.remainingNanos()));
        long now = start;
        @Nullable Attempt[] attempts = null;
        for (int i = 0; i < guards.length; i++) {
            if (closed) {
                throw new ChainClosedException(settings.name);
            }
            if (Thread.currentThread().isInterrupted()) {
                throw cancelled(attempts, i, requestId, now - start);
            }
            Reply<O> reply = guards[i].call(input, requestId, now, end - reserves[i], bounded);
            Attempt attempt = reply.attempt();
            now += attempt.nanos();
            O value = reply.value();
            if (value != null && attempts == null) {
                return served(input, value, reply, i, List.of(attempt), requestId, now - start);
            }
            if (attempts == null) {
                attempts = new @Nullable Attempt[guards.length];
            }
            attempts[i] = attempt;
            if (value != null) {
                return served(input, value, reply, i, new AttemptList(attempts, i + 1), requestId, now - start);
            }
            stopOrFallBack(reply, attempts, i, requestId, now - start);
        }
        List<Attempt> all = new AttemptList(Objects.requireNonNull(attempts), guards.length);
        unanswered(all, reasonOf(all.get(0)), requestId, now - start);
        throw new ChainExhaustedException(settings.name, all);
    }

    private Result<O> served(
            I input, O value, Reply<O> reply, int index, List<Attempt> attempts, long requestId, long nanos) {
        Result<O> result = Result.of(value, guards[index].origin(), reply.provenance(), attempts, requestId, nanos);
        if (!listeners.isEmpty()) {
            listeners.tell(new ChainEvent.Answered(
                    settings.name,
                    result.requestId(),
                    reply.attempt(),
                    result.level(),
                    result.degraded(),
                    result.reason().orElse(null),
                    result.latency()));
        }
        if (!accepted.isEmpty() && worthKeeping(result, reply, index)) {
            keep(input, value, Objects.requireNonNull(reply.context()));
        }
        return result;
    }

    private boolean worthKeeping(Result<O> result, Reply<O> reply, int index) {
        return reply.attempt().outcome() == Outcome.SUCCESS
                && !result.degraded()
                && settings.tiers.get(index).kind() != TierKind.LOOKUP
                && result.age().isEmpty();
    }

    private void keep(I input, O value, CallContext context) {
        for (AcceptedListener<? super I, ? super O> listener : accepted) {
            try {
                time.execute(
                        () -> mishaps.guard(
                                "listener of accepted answers", () -> listener.onAccepted(input, value, context)),
                        threads.continuations());
            } catch (Throwable full) { // or no memory for a thread: it must not cost the caller the answer
                dropped.increment();
            }
        }
    }

    private void stopOrFallBack(Reply<O> reply, @Nullable Attempt[] attempts, int index, long requestId, long nanos) {
        Attempt attempt = reply.attempt();
        Error fatal = reply.fatal();
        if (fatal != null) {
            unanswered(new AttemptList(attempts, index + 1), reasonOf(attempt), requestId, nanos);
            throw fatal;
        }
        if (reasonOf(attempt) == FailureKind.CANCELLED) {
            throw cancelled(attempts, index + 1, requestId, nanos);
        }
        if (!listeners.isEmpty() && index + 1 < guards.length) {
            listeners.tell(new ChainEvent.FellBack(
                    settings.name,
                    Result.requestIdOf(requestId),
                    attempt,
                    attempt.tier(),
                    guards[index + 1].origin().tier(),
                    reasonOf(attempt)));
        }
    }

    private ChainCancelledException cancelled(
            @Nullable Attempt @Nullable [] attempts, int size, long requestId, long nanos) {
        List<Attempt> made = attempts == null ? List.of() : new AttemptList(attempts, size);
        unanswered(made, FailureKind.CANCELLED, requestId, nanos);
        return new ChainCancelledException(settings.name);
    }

    private void unanswered(List<Attempt> attempts, FailureKind reason, long requestId, long nanos) {
        if (!listeners.isEmpty()) {
            listeners.tell(new ChainEvent.Unanswered(
                    settings.name, Result.requestIdOf(requestId), attempts, reason, Duration.ofNanos(nanos)));
        }
    }

    private static FailureKind reasonOf(Attempt attempt) {
        return attempt.kind().orElse(FailureKind.UNKNOWN);
    }

    /** Returns this chain as a tier of another: it runs under what is left of the other's budget. */
    public Tier<I, O> asTier(String tier) {
        return asTier(tier, unchanged -> {});
    }

    /** Returns this chain as a tier of another, with settings. With a time limit it runs on a worker of the other chain. */
    public Tier<I, O> asTier(String tier, Consumer<? super TierSettings<I, O>> tierSettings) {
        return Tier.chain(tier, this, tierSettings);
    }

    /** Returns a builder set as this chain was, to build one that differs. The two chains share no breaker. */
    public FallbackChainBuilder<I, O> toBuilder() {
        return new FallbackChainBuilder<>(settings);
    }

    /** Returns how this chain is composed and set. */
    public ChainDescription describe() {
        List<ChainDescription.TierDescription> tiers = new ArrayList<>();
        for (int i = 0; i < guards.length; i++) {
            tiers.add(ChainPlan.describe(specs.get(i), settings.tiers.get(i).kind()));
        }
        return new ChainDescription(settings.name, Optional.ofNullable(settings.budget), List.copyOf(tiers));
    }

    /** Returns how this chain is doing. Reading it changes nothing. */
    public ChainHealth health() {
        return new ChainHealth(
                settings.name, Arrays.stream(guards).map(Guard::health).toList(), dropped.sum());
    }

    TimeSource timeSource() {
        return time;
    }

    boolean hasSafetyNet() {
        return plan.hasSafetyNet();
    }

    /**
     * Ends the chain: later calls throw {@link ChainClosedException}, calls that wait are interrupted and start no further tier.
     * Idempotent. Chains nested in it are not closed.
     */
    @Override
    public void close() {
        closed = true;
        threads.close();
    }
}
