package dev.afloat.cascade;

import com.github.benmanes.caffeine.cache.Caffeine;
import dev.afloat.Tier;
import dev.afloat.TierSettings;
import dev.afloat.call.CallContext;
import dev.afloat.call.Hit;
import dev.afloat.event.Mishaps;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Earlier answers, kept to be served when the model cannot: a tier that is filled by the chain it stands in.
 *
 * <p>Kept are answers of the chain that were accepted and not degraded, if they are answers at all: no blanks, no empty lists, no
 * apologies, nothing that a rule of yours turns down. An answer is kept aside from the caller, so the very next request may come before it is.
 *
 * <p>An answer has two ages. As long as it is fresh ({@code freshFor}) it may stand in for the model's: {@link #freshTier}. As long as it is
 * not too stale ({@code staleFor}) it is better than none: {@link #tier}. After that it is never served.
 *
 * <p>In process and bounded unless given another {@link ResponseStore}. Safe for use by many threads; nothing to close. Values must not be
 * changed by those who receive them, unless the cache is told how to {@linkplain ResponseCacheBuilder#copying copy} them.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
public final class ResponseCache<I, O> {
    /** Requests that are remembered as told of, so that two tiers of one chain do not keep an answer twice. */
    private static final int TOLD = 1_000;

    private final CacheKeys<I> keys;
    private final Lifetime lifetime;
    private final KeepRules<I, O> rules;
    private final ResponseStore<Kept<O>> store;
    private final TimeSource time;
    private final Mishaps mishaps;
    private final ConcurrentMap<CallContext, Boolean> told = Caffeine.newBuilder()
            .weakKeys()
            .maximumSize(TOLD)
            .executor(Runnable::run)
            .<CallContext, Boolean>build()
            .asMap();

    ResponseCache(
            ResponseCacheBuilder<I, O> settings,
            CacheKeys<I> keys,
            Lifetime lifetime,
            ResponseStore<Kept<O>> store,
            Mishaps mishaps) {
        this.keys = keys;
        this.lifetime = lifetime;
        this.rules = new KeepRules<>(settings, mishaps);
        this.store = store;
        this.time = settings.time;
        this.mishaps = mishaps;
    }

    /** Starts a cache. Key and scope have no defaults. */
    public static <I, O> ResponseCacheBuilder<I, O> builder() {
        return new ResponseCacheBuilder<>();
    }

    /** Returns the tier for when the model fails, to be put below it: it is degraded and tells its age. The chain fills the cache. */
    public Tier<I, O> tier(String name) {
        return tier(name, settings -> {});
    }

    /** As {@link #tier(String)}, with settings: give a store across a network a time limit and a circuit breaker. */
    public Tier<I, O> tier(String name, Consumer<? super TierSettings<I, O>> settings) {
        return readOnlyTier(name, filling(settings));
    }

    /** Returns a tier that only reads from this cache. */
    public Tier<I, O> readOnlyTier(String name) {
        return readOnlyTier(name, settings -> {});
    }

    /** As {@link #readOnlyTier(String)}, with settings. */
    public Tier<I, O> readOnlyTier(String name, Consumer<? super TierSettings<I, O>> settings) {
        return Tier.agedLookup(name, this::lookUp, settings);
    }

    /**
     * Returns the tier that spares the model, to be put in front of it: what is fresh is served, is not degraded and tells its age; what is
     * stale is a miss. The chain fills the cache. A chain may have {@link #tier} of the same cache below its model too.
     *
     * @throws IllegalStateException if nothing is ever fresh
     */
    public Tier<I, O> freshTier(String name) {
        return freshTier(name, settings -> {});
    }

    /**
     * As {@link #freshTier(String)}, with settings.
     *
     * @throws IllegalStateException if nothing is ever fresh
     */
    public Tier<I, O> freshTier(String name, Consumer<? super TierSettings<I, O>> settings) {
        if (lifetime.freshFor().isZero()) {
            throw new IllegalStateException(
                    "'" + name + "' would never answer: nothing in this cache is ever fresh. Say freshFor(…).");
        }
        return readOnlyTier(name, filling(tier -> settings.accept(tier.freshOnly())));
    }

    private Consumer<TierSettings<I, O>> filling(Consumer<? super TierSettings<I, O>> settings) {
        Objects.requireNonNull(settings, "settings");
        return tier -> settings.accept(tier.onAccepted(this::accepted));
    }

    /** What the tier does: a store that fails is a failure of the tier, which its breaker is to see. */
    private Optional<Hit<O>> lookUp(I input) throws Exception {
        if (rules.excluded(input)) {
            return Optional.empty();
        }
        CacheKey key = keys.of(input);
        return store.get(key).flatMap(kept -> hit(input, key, kept));
    }

    /**
     * Returns what is kept for {@code input}; nothing if the store fails.
     *
     * @throws IllegalArgumentException if a part of the key or of the scope cannot be one
     */
    public Optional<Hit<O>> find(I input) {
        CacheKey key = keys.of(input);
        try {
            return rules.excluded(input) ? Optional.empty() : store.get(key).flatMap(kept -> hit(input, key, kept));
        } catch (Exception e) {
            failed(e);
            return Optional.empty();
        }
    }

    /** As {@link #find}, without waiting, if the store can. The stage does not fail. */
    public CompletionStage<Optional<Hit<O>>> findAsync(I input) {
        CacheKey key = keys.of(input);
        if (rules.excluded(input)) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        return begun(() -> store.getAsync(key))
                .thenApply(found -> found.flatMap(kept -> hit(input, key, kept)))
                .exceptionally(failure -> {
                    failed(failure);
                    return Optional.empty();
                });
    }

    private Optional<Hit<O>> hit(I input, CacheKey key, Kept<O> kept) {
        Duration age = lifetime.ageOf(kept, time.clock().instant());
        if (age == null) {
            return Optional.empty();
        }
        try {
            O value = rules.copier.apply(kept.value());
            if (!rules.rejected(input, value)) {
                return Optional.of(new Hit<>(value, age, lifetime.fresh(kept, age)));
            }
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            mishaps.note("rule", e);
            return Optional.empty();
        }
        note(begun(() -> store.evictAsync(key)));
        return Optional.empty();
    }

    /**
     * Keeps {@code value} as the answer to {@code input}, in place of an earlier one, if it is worth it. Chains do so by themselves.
     *
     * @return whether it was kept
     * @throws IllegalArgumentException if a part of the key or of the scope cannot be one
     */
    public boolean put(I input, O value) {
        Objects.requireNonNull(value, "value");
        CacheKey key = keys.of(input);
        Optional<Kept<O>> kept = toKeep(input, value);
        try {
            if (kept.isPresent()) {
                store.put(key, kept.get(), kept.get().freshFor(), kept.get().staleFor());
            }
            return kept.isPresent();
        } catch (Exception e) {
            failed(e);
            return false;
        }
    }

    /** What the chain calls, once for each tier of this cache that it has, with the same context. */
    private void accepted(I input, O value, CallContext context) {
        if (told.putIfAbsent(context, true) != null) {
            return;
        }
        CacheKey key = keys.of(input);
        toKeep(input, value)
                .ifPresent(kept -> note(begun(() -> store.putAsync(key, kept, kept.freshFor(), kept.staleFor()))));
    }

    private Optional<Kept<O>> toKeep(I input, O value) {
        if (rules.excluded(input)) {
            return Optional.empty();
        }
        Duration staleFor = lifetime.next();
        Duration freshFor = Lifetime.shorter(lifetime.freshFor(), staleFor);
        return rules.toKeep(input, value)
                .map(kept -> new Kept<>(kept, time.clock().instant(), freshFor, staleFor));
    }

    /**
     * Forgets what is kept for {@code input}: when it turns out to be wrong.
     *
     * @throws IllegalStateException if the store fails, so that the wrong answer may still be served
     */
    public void evict(I input) {
        evict(() -> store.evict(keys.of(input)));
    }

    /**
     * Forgets everything.
     *
     * @throws UnsupportedOperationException if the store cannot do that
     * @throws IllegalStateException if the store fails, so that something may still be served
     */
    public void evictAll() {
        evict(store::evictAll);
    }

    private interface Eviction {
        void run() throws Exception;
    }

    private static void evict(Eviction eviction) {
        try {
            eviction.run();
        } catch (UnsupportedOperationException | IllegalArgumentException | NullPointerException e) {
            throw e;
        } catch (Exception e) {
            throw new IllegalStateException("The store did not evict: what it keeps may still be served", e);
        }
    }

    /** Returns the key of {@code input} in the store. */
    public CacheKey keyOf(I input) {
        return keys.of(input);
    }

    /** Returns about how many answers are kept; -1 if the store cannot tell. */
    public long size() {
        return store.size();
    }

    /** A store that throws, or returns null, in place of a stage has failed like one whose stage fails. */
    private static <T> CompletionStage<T> begun(Supplier<CompletionStage<T>> action) {
        try {
            return Objects.requireNonNull(action.get(), "the stage of the store");
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            return CompletableFuture.failedStage(e);
        }
    }

    private void note(CompletionStage<?> done) {
        done.whenComplete((nothing, failure) -> {
            if (failure != null) {
                failed(failure);
            }
        });
    }

    private void failed(Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        Throwable inside = failure instanceof CompletionException ? failure.getCause() : null;
        mishaps.note("store", inside == null ? failure : inside);
    }
}
