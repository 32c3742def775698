package dev.afloat;

import dev.afloat.call.AcceptedListener;
import dev.afloat.call.AsyncContextualCall;
import dev.afloat.call.AsyncModelCall;
import dev.afloat.call.ContextCarrier;
import dev.afloat.call.ContextualCall;
import dev.afloat.call.Hit;
import dev.afloat.call.ModelCall;
import dev.afloat.call.TierInterceptor;
import dev.afloat.event.ChainListener;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Puts a chain together, first tier first. Not thread-safe; may build any number of chains; what they share, {@link
 * FallbackChain#toBuilder()} says.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
public final class FallbackChainBuilder<I, O> {
    final String name;
    final List<Tier<I, O>> tiers;
    final List<ChainListener> listeners;
    final List<ContextCarrier> carriers;
    final List<AcceptedListener<? super I, ? super O>> accepted;

    @Nullable
    Duration budget;

    boolean withoutSafetyNet;
    TimeSource time = TimeSource.system();
    TierInterceptor interceptor = TierInterceptor.NONE;
    private TierInterceptor observer = TierInterceptor.NONE;

    @Nullable
    Executor workers;

    FallbackChainBuilder(String name) {
        if (Objects.requireNonNull(name, "feature").isBlank()) {
            throw new IllegalArgumentException("A chain's name must not be blank: it stands in results and metrics");
        }
        this.name = name;
        this.tiers = new ArrayList<>();
        this.listeners = new ArrayList<>();
        this.accepted = new ArrayList<>();
        this.carriers = new ArrayList<>();
    }

    FallbackChainBuilder(FallbackChainBuilder<I, O> other) {
        this.name = other.name;
        this.tiers = new ArrayList<>(other.tiers);
        this.listeners = new ArrayList<>(other.listeners);
        this.accepted = new ArrayList<>(other.accepted);
        this.carriers = new ArrayList<>(other.carriers);
        this.budget = other.budget;
        this.withoutSafetyNet = other.withoutSafetyNet;
        this.time = other.time;
        this.interceptor = other.interceptor;
        this.observer = other.observer;
        this.workers = other.workers;
    }

    /** The budget of the whole chain: tiers with a limit end within it, local ones still answer after it. Default: none. */
    public FallbackChainBuilder<I, O> within(Duration total) {
        this.budget = Objects.requireNonNull(total, "within");
        return this;
    }

    /** Adds a fragile tier with the default limit and breaker. */
    public FallbackChainBuilder<I, O> model(String tier, ModelCall<? super I, ? extends O> call) {
        return model(tier, call, settings -> {});
    }

    /** Adds a fragile tier: time limit and circuit breaker are on unless switched off. */
    public FallbackChainBuilder<I, O> model(
            String tier, ModelCall<? super I, ? extends O> call, Consumer<? super TierSettings<I, O>> settings) {
        return tier(Tier.model(tier, call, settings));
    }

    /** Adds a fragile tier whose code wants to know how long it has and when to stop. */
    public FallbackChainBuilder<I, O> modelWithContext(String tier, ContextualCall<? super I, ? extends O> call) {
        return modelWithContext(tier, call, settings -> {});
    }

    /** Adds a fragile tier whose code wants to know how long it has and when to stop. */
    public FallbackChainBuilder<I, O> modelWithContext(
            String tier, ContextualCall<? super I, ? extends O> call, Consumer<? super TierSettings<I, O>> settings) {
        return tier(Tier.modelWithContext(tier, call, settings));
    }

    /** Adds a fragile tier whose code returns at once and answers later. */
    public FallbackChainBuilder<I, O> asyncModel(String tier, AsyncModelCall<? super I, ? extends O> call) {
        return asyncModel(tier, call, settings -> {});
    }

    /** Adds a fragile tier whose code returns at once and answers later. */
    public FallbackChainBuilder<I, O> asyncModel(
            String tier, AsyncModelCall<? super I, ? extends O> call, Consumer<? super TierSettings<I, O>> settings) {
        return tier(Tier.asyncModel(tier, call, settings));
    }

    /** Adds a fragile tier whose code answers later, and wants to know how long it has and when to stop. */
    public FallbackChainBuilder<I, O> asyncModelWithContext(
            String tier, AsyncContextualCall<? super I, ? extends O> call) {
        return asyncModelWithContext(tier, call, settings -> {});
    }

    /** Adds a fragile tier whose code answers later, and wants to know how long it has and when to stop. */
    public FallbackChainBuilder<I, O> asyncModelWithContext(
            String tier,
            AsyncContextualCall<? super I, ? extends O> call,
            Consumer<? super TierSettings<I, O>> settings) {
        return tier(Tier.asyncModelWithContext(tier, call, settings));
    }

    /** Adds a tier that finds an earlier answer, or misses, which is no failure. */
    public FallbackChainBuilder<I, O> lookup(String tier, ModelCall<? super I, ? extends Optional<? extends O>> call) {
        return lookup(tier, call, settings -> {});
    }

    /** Adds a tier that finds an earlier answer, or misses, which is no failure. */
    public FallbackChainBuilder<I, O> lookup(
            String tier,
            ModelCall<? super I, ? extends Optional<? extends O>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        return tier(Tier.lookup(tier, call, settings));
    }

    /** Adds a lookup that knows how old its answers are. */
    public FallbackChainBuilder<I, O> agedLookup(
            String tier, ModelCall<? super I, ? extends Optional<? extends Hit<? extends O>>> call) {
        return agedLookup(tier, call, settings -> {});
    }

    /** Adds a lookup that knows how old its answers are. */
    public FallbackChainBuilder<I, O> agedLookup(
            String tier,
            ModelCall<? super I, ? extends Optional<? extends Hit<? extends O>>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        return tier(Tier.agedLookup(tier, call, settings));
    }

    /** Adds a lookup in a store that returns at once and answers later. */
    public FallbackChainBuilder<I, O> asyncAgedLookup(
            String tier, AsyncModelCall<? super I, ? extends Optional<? extends Hit<? extends O>>> call) {
        return asyncAgedLookup(tier, call, settings -> {});
    }

    /** Adds a lookup in a store that returns at once and answers later. */
    public FallbackChainBuilder<I, O> asyncAgedLookup(
            String tier,
            AsyncModelCall<? super I, ? extends Optional<? extends Hit<? extends O>>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        return tier(Tier.asyncAgedLookup(tier, call, settings));
    }

    /** Adds a deterministic tier in process, which always has an answer: the safety net. */
    public FallbackChainBuilder<I, O> local(String tier, ModelCall<? super I, ? extends O> call) {
        return local(tier, call, settings -> {});
    }

    /** Adds a deterministic tier in process, which always has an answer: the safety net. */
    public FallbackChainBuilder<I, O> local(
            String tier, ModelCall<? super I, ? extends O> call, Consumer<? super TierSettings<I, O>> settings) {
        return tier(Tier.local(tier, call, settings));
    }

    /** Adds a safety net that was made earlier, and whose age is known. */
    public FallbackChainBuilder<I, O> agedLocal(String tier, ModelCall<? super I, ? extends Hit<? extends O>> call) {
        return agedLocal(tier, call, settings -> {});
    }

    /** Adds a safety net that was made earlier, and whose age is known. */
    public FallbackChainBuilder<I, O> agedLocal(
            String tier,
            ModelCall<? super I, ? extends Hit<? extends O>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        return tier(Tier.agedLocal(tier, call, settings));
    }

    /** Adds a tier in process that has an answer to some inputs only. It is no safety net. */
    public FallbackChainBuilder<I, O> localIfAble(
            String tier, ModelCall<? super I, ? extends Optional<? extends O>> call) {
        return localIfAble(tier, call, settings -> {});
    }

    /** Adds a tier in process that has an answer to some inputs only. It is no safety net. */
    public FallbackChainBuilder<I, O> localIfAble(
            String tier,
            ModelCall<? super I, ? extends Optional<? extends O>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        return tier(Tier.localIfAble(tier, call, settings));
    }

    /** Adds a tier made elsewhere: a cache's, or a {@linkplain FallbackChain#asTier(String) whole chain}. */
    public FallbackChainBuilder<I, O> tier(Tier<I, O> tier) {
        tiers.add(Objects.requireNonNull(tier, "tier"));
        return this;
    }

    /** Lets {@link #build()} accept a chain whose last tier may fail: callers must expect {@code ChainExhaustedException}. */
    public FallbackChainBuilder<I, O> withoutSafetyNet() {
        this.withoutSafetyNet = true;
        return this;
    }

    /** Tells {@code listener} what happens. */
    public FallbackChainBuilder<I, O> listener(ChainListener listener) {
        listeners.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** Tells {@code listener} of answers worth keeping. */
    public FallbackChainBuilder<I, O> onAccepted(AcceptedListener<? super I, ? super O> listener) {
        accepted.add(Objects.requireNonNull(listener, "listener"));
        return this;
    }

    /** Carries something else of callers' threads along with their calls, besides the logging context and the class loader. */
    public FallbackChainBuilder<I, O> carrier(ContextCarrier carrier) {
        carriers.add(Objects.requireNonNull(carrier, "carrier"));
        return this;
    }

    /** Drives the chain by another time: tests and simulations. */
    public FallbackChainBuilder<I, O> timeSource(TimeSource source) {
        this.time = Objects.requireNonNull(source, "timeSource");
        return this;
    }

    /**
     * Puts {@code observer} around the code of every tier, and around an {@link #interceptor}, whichever of the two is set first, and however often
     * that is replaced: traces.
     *
     * @throws IllegalStateException if there is one already, be it of the chain whose {@code toBuilder()} this is
     */
    public FallbackChainBuilder<I, O> observer(TierInterceptor observer) {
        if (this.observer != TierInterceptor.NONE) {
            throw new IllegalStateException("The chain '" + name + "' is observed already: once is enough");
        }
        this.observer = Objects.requireNonNull(observer, "observer");
        return this;
    }

    /** Returns what stands around the code of tiers. */
    TierInterceptor around() {
        TierInterceptor inner = interceptor;
        TierInterceptor outer = observer;
        if (outer == TierInterceptor.NONE || inner == TierInterceptor.NONE) {
            return outer == TierInterceptor.NONE ? inner : outer;
        }
        return invocation -> outer.intercept(new Intercepted(invocation, inner));
    }

    /** Puts {@code around} around the code of every tier: drills and tests. Replaces an earlier one. */
    public FallbackChainBuilder<I, O> interceptor(TierInterceptor around) {
        this.interceptor = Objects.requireNonNull(around, "interceptor");
        return this;
    }

    /**
     * Runs calls that have a limit on {@code executor} instead of threads of the chain's own. It is not closed with the chain.
     * Time spent in its queue is time the tier had; with a bounded pool, a chain nested in a tier with a limit can wait for itself.
     * It must run tasks on other threads than their submitter's: what runs on the caller cannot be given up, so it has no limit.
     * Tiers without a limit that follow one run where that one ended; after a limit has fired, on threads of the chain's own.
     */
    public FallbackChainBuilder<I, O> workers(Executor executor) {
        this.workers = Objects.requireNonNull(executor, "workers");
        return this;
    }

    /**
     * Builds the chain.
     *
     * @throws IllegalStateException if the chain could not do what it says: no tiers, two of one name, a last tier that may fail,
     *     times that do not fit the budget. The message names the fix
     */
    public FallbackChain<I, O> build() {
        return new FallbackChain<>(new FallbackChainBuilder<>(this));
    }

    @Override
    public String toString() {
        return "FallbackChainBuilder[" + name + ": " + tiers + "]";
    }
}
