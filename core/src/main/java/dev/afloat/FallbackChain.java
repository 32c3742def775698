package dev.afloat;

import dev.afloat.call.AcceptedListener;
import dev.afloat.call.ContextCarrier;
import dev.afloat.event.ChainListener;
import dev.afloat.event.Listeners;
import dev.afloat.event.Mishaps;
import dev.afloat.failure.ClassifierSequence;
import dev.afloat.guard.CallerContext;
import dev.afloat.guard.ChainThreads;
import dev.afloat.guard.Environment;
import dev.afloat.guard.Guard;
import dev.afloat.guard.GuardSpec;
import dev.afloat.guard.Provider;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Answers an input by the first of its tiers that can, and says honestly which did.
 *
 * <pre>
 * input ─► permit ─► circuit breaker ─► time limit ( call ─► quality checks ) ─► outcome recorded ─┬─► Result
 *                                                                                                 └─► next tier, the same way
 * </pre>
 *
 * <p>All tiers share one budget. A tier's limit runs from the moment the tier is entered; a later tier's minimum is kept back for
 * it. Local tiers, and lookups without a limit, run even with the budget spent; in {@link #execute} on the caller's thread.
 *
 * <p>Immutable but for breakers, permits and counters; safe for use by many threads. Make one per feature and keep it; close it
 * with the application. It starts threads only for tiers with a limit and for asynchronous requests, and daemons only.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
public final class FallbackChain<I, O> implements AutoCloseable {

    private final FallbackChainBuilder<I, O> settings;
    private final ChainPlan<I, O> plan;
    private final List<GuardSpec<I, O>> specs;
    private final TimeSource time;
    private final Mishaps mishaps;
    private final long budget;
    private final ChainEngine<I, O> engine;

    FallbackChain(FallbackChainBuilder<I, O> settings) {
        this.settings = settings;
        this.plan = new ChainPlan<>(settings);
        this.time = settings.time;
        this.mishaps = new Mishaps(settings.name);
        this.specs = plan.guards(ClassifierSequence.discover(time.clock(), mishaps::note));
        this.budget = settings.budget == null ? Deadline.FOREVER_NANOS : Deadline.saturatedNanos(settings.budget);
        this.engine = engine();
    }

    private ChainEngine<I, O> engine() {
        List<ContextCarrier> carriers = new ArrayList<>(List.of(ContextCarrier.mdc(), ContextCarrier.classLoader()));
        carriers.addAll(settings.carriers);
        Environment environment = new Environment(
                time,
                new ChainThreads(settings.name, settings.workers),
                mishaps,
                CallerContext.of(carriers, mishaps),
                new Listeners(settings.listeners, mishaps));
        // A set: a listener of several tiers is told once.
        Set<AcceptedListener<? super I, ? super O>> accepted = new LinkedHashSet<>(settings.accepted);
        settings.tiers.forEach(tier -> accepted.addAll(tier.options().accepted));
        long[] reserves = new long[specs.size()];
        boolean[] keeps = new boolean[specs.size()];
        for (int i = 0; i < reserves.length; i++) {
            reserves[i] = plan.reservedAfter(i);
            TierKind kind = settings.tiers.get(i).kind();
            keeps[i] = kind == TierKind.MODEL || kind == TierKind.CHAIN;
        }
        return new ChainEngine<>(
                settings.name,
                specs.stream().map(spec -> new Guard<>(spec, environment)).toList(),
                reserves,
                keeps,
                environment,
                List.copyOf(accepted));
    }

    /**
     * Starts a chain.
     *
     * @param feature the name of the AI feature, a constant: it stands in results, thread names and metrics
     * @throws IllegalArgumentException if {@code feature} is blank
     * @throws NullPointerException if {@code feature} is null
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
     * @throws ChainClosedException if the chain is closed, before or meanwhile
     * @throws Error what a tier's code threw, unless it is a stack overflow or broken linkage: those are failures of the tier
     * @throws NullPointerException if {@code input} is null
     */
    public Result<O> execute(I input) {
        Objects.requireNonNull(input, "input");
        long start = time.nanos();
        return engine.execute(input, ThreadLocalRandom.current().nextLong(), start, start + budget);
    }

    /**
     * Answers {@code input} within the chain's budget and by {@code deadline}, whichever comes first. A tier that is cut off by a
     * deadline before it had all the time that it can have is not held to be at fault: its breaker takes no note of that.
     *
     * @throws ChainExhaustedException as {@link #execute(Object)}
     * @throws ChainCancelledException as {@link #execute(Object)}
     * @throws ChainClosedException as {@link #execute(Object)}
     * @throws NullPointerException if an argument is null
     */
    public Result<O> execute(I input, Deadline deadline) {
        return execute(input, deadline, ThreadLocalRandom.current().nextLong());
    }

    /**
     * Answers {@code input} as {@link #execute(Object, Deadline)}, as part of a request that has a number already: results and events of all chains
     * that serve it have the same id.
     *
     * @throws ChainExhaustedException as {@link #execute(Object)}
     * @throws ChainCancelledException as {@link #execute(Object)}
     * @throws ChainClosedException as {@link #execute(Object)}
     * @throws NullPointerException if an argument is null
     */
    public Result<O> execute(I input, Deadline deadline, long requestNumber) {
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(deadline, "deadline");
        long start = time.nanos();
        return engine.execute(input, requestNumber, start, end(start, deadline));
    }

    /**
     * Answers {@code input} without making the caller wait. No code of a tier runs on the calling thread: tiers with a limit run on
     * workers as always, the others on the thread that ended the tier before them.
     *
     * <p>Cancelling the future, or completing it in any other way, cancels the work in flight and starts no further tier. (A future
     * derived from it, by {@code thenApply} say, does not pass its own cancellation on.) What depends on the future runs, as with every
     * {@code CompletableFuture}, on the thread that completes it, here the one that ended the last tier, or on the one that asks for it.
     *
     * @return completed with the answer, or exceptionally with what {@link #execute(Object)} throws
     * @throws NullPointerException if {@code input} is null
     */
    public CompletableFuture<Result<O>> executeAsync(I input) {
        return executeAsync(input, Deadline.none());
    }

    /**
     * Answers {@code input} without making the caller wait, by {@code deadline} if that comes before the chain's budget is spent.
     *
     * @throws NullPointerException if an argument is null
     */
    public CompletableFuture<Result<O>> executeAsync(I input, Deadline deadline) {
        return executeAsync(input, deadline, ThreadLocalRandom.current().nextLong());
    }

    /**
     * Answers {@code input} as {@link #executeAsync(Object, Deadline)}, as part of a request that has a number already.
     *
     * @throws NullPointerException if an argument is null
     */
    public CompletableFuture<Result<O>> executeAsync(I input, Deadline deadline, long requestNumber) {
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(deadline, "deadline");
        long start = time.nanos();
        AsyncRequest<I, O> request = new AsyncRequest<>(engine, input, requestNumber, start, end(start, deadline));
        request.proceed(false);
        return request;
    }

    private long end(long start, Deadline deadline) {
        return start + (deadline.isNone() ? budget : Math.min(budget, deadline.remainingNanos()));
    }

    /** Returns this chain as a tier of another: it runs under what is left of the other's budget. */
    public Tier<I, O> asTier(String tier) {
        return asTier(tier, unchanged -> {});
    }

    boolean dependsOn(Provider provider) {
        return settings.tiers.stream()
                .anyMatch(tier -> tier.options().provider == provider
                        || (tier.nested() != null && tier.nested().dependsOn(provider)));
    }

    /** Returns this chain as a tier of another, with settings. With a time limit it runs on a worker of the other chain. */
    public Tier<I, O> asTier(String tier, Consumer<? super TierSettings<I, O>> tierSettings) {
        return Tier.chain(tier, this, tierSettings);
    }

    /**
     * Returns a builder set as this chain was, to build one that differs. The two share no breaker, except those handed in as
     * Resilience4j objects and those of chains nested in both; and they share what their tiers' code refers to, such as a cache.
     */
    public FallbackChainBuilder<I, O> toBuilder() {
        return new FallbackChainBuilder<>(settings);
    }

    /** Returns how this chain is composed and set. */
    public ChainDescription describe() {
        List<ChainDescription.TierDescription> tiers = new ArrayList<>();
        for (int i = 0; i < specs.size(); i++) {
            tiers.add(ChainPlan.describe(specs.get(i), settings.tiers.get(i).kind()));
        }
        return new ChainDescription(settings.name, Optional.ofNullable(settings.budget), List.copyOf(tiers));
    }

    /** Returns how this chain is doing. Reading it changes nothing. */
    public ChainHealth health() {
        return engine.health();
    }

    /** Tells {@code listener} what happens from now on, after the listeners that are there already; of a closed chain, that it is closed. */
    public void addListener(ChainListener listener) {
        engine.environment().listeners().add(Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Tells {@code listener} no more; it may still be told of what is happening just now. One that was added twice has to be removed twice.
     *
     * @return whether it was there
     */
    public boolean removeListener(ChainListener listener) {
        return engine.environment().listeners().remove(Objects.requireNonNull(listener, "listener"));
    }

    TimeSource timeSource() {
        return time;
    }

    ChainThreads threads() {
        return engine.environment().threads();
    }

    /** Returns whether it has an answer whatever becomes of its models, and however little time is left: its last tier is a safety net. */
    public boolean hasSafetyNet() {
        return plan.hasSafetyNet();
    }

    /**
     * Ends the chain. Calls that wait for a tier, and calls that come later, end with {@link ChainClosedException}; no breaker takes
     * note of them. Work in flight on workers is interrupted, and no thread is left once it has ended; what runs on a caller's own
     * thread ends by itself. Idempotent. Chains nested in it, and an executor that was handed in, are not closed.
     */
    @Override
    public void close() {
        engine.close();
    }

    /** Names the tiers. */
    @Override
    public String toString() {
        return "FallbackChain[" + settings.name + ": "
                + settings.tiers.stream().map(Tier::name).collect(Collectors.joining(" → ")) + "]";
    }
}
