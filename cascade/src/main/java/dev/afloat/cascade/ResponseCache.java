package dev.afloat.cascade;

import dev.afloat.Tier;
import dev.afloat.TierSettings;
import dev.afloat.call.AcceptedListener;
import dev.afloat.call.CallContext;
import dev.afloat.call.Hit;
import dev.afloat.event.Mishaps;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

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
    /** How long a tier waits for a store that was handed in, where nothing else is said. */
    public static final Duration DEFAULT_STORE_TIME_LIMIT = Duration.ofMillis(100);

    private final CacheKeys<I> keys;
    private final Lifetime lifetime;
    private final KeepRules<I, O> rules;
    private final ResponseStore<Kept<O>> store;
    private final boolean local;
    private final TimeSource time;
    private final Mishaps mishaps;
    private final StoreFailures failures;

    /** One object, however many tiers of a chain have it: so the chain tells it once of an answer. */
    private final AcceptedListener<I, O> filler = this::accepted;

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
        this.local = store instanceof InProcessStore;
        this.time = settings.time;
        this.mishaps = mishaps;
        this.failures = new StoreFailures(mishaps);
    }

    /** Starts a cache. Key and scope have no defaults. */
    public static <I, O> ResponseCacheBuilder<I, O> builder() {
        return new ResponseCacheBuilder<>();
    }

    /** Returns the tier for when the model fails, to be put below it: it is degraded and tells its age. The chain fills the cache. */
    public Tier<I, O> tier(String name) {
        return tier(name, settings -> {});
    }

    /**
     * As {@link #tier(String)}, with settings. A store of yours is asked by {@link ResponseStore#getAsync}, on a worker, with a limit of
     * {@link #DEFAULT_STORE_TIME_LIMIT} and a circuit breaker unless they say otherwise; the built-in one on the caller's thread, with neither.
     */
    public Tier<I, O> tier(String name, Consumer<? super TierSettings<I, O>> settings) {
        return readOnlyTier(name, filling(settings));
    }

    /** Returns a tier that only reads from this cache. */
    public Tier<I, O> readOnlyTier(String name) {
        return readOnlyTier(name, settings -> {});
    }

    /** As {@link #readOnlyTier(String)}, with settings. */
    public Tier<I, O> readOnlyTier(String name, Consumer<? super TierSettings<I, O>> settings) {
        Objects.requireNonNull(settings, "settings");
        if (local) {
            return Tier.agedLookup(name, this::lookUp, settings);
        }
        return Tier.asyncAgedLookup(
                name,
                this::lookUpAsync,
                tier -> settings.accept(
                        tier.timeLimit(DEFAULT_STORE_TIME_LIMIT).circuitBreaker(CircuitBreakerSpec.slidingWindow())));
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
        return tier -> settings.accept(tier.onAccepted(filler));
    }

    /** What the tier does: a store that fails is a failure of the tier, which its breaker is to see. */
    private Optional<Hit<O>> lookUp(I input) throws Exception {
        if (rules.excluded(input)) {
            return Optional.empty();
        }
        CacheKey key = keys.of(input);
        return store.get(key).flatMap(kept -> hit(input, key, kept));
    }

    /** As {@link #lookUp}, without waiting. */
    private CompletionStage<Optional<Hit<O>>> lookUpAsync(I input) {
        if (rules.excluded(input)) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        CacheKey key = keys.of(input);
        return store.getAsync(key).thenApply(found -> found.flatMap(kept -> hit(input, key, kept)));
    }

    /**
     * Returns what is kept for {@code input}, fresh or not; nothing if the store fails.
     *
     * @throws IllegalArgumentException if a part of the key or of the scope cannot be one
     * @throws NullPointerException if a part of the scope is nothing
     */
    public Optional<Hit<O>> find(I input) {
        if (rules.excluded(input)) {
            return Optional.empty();
        }
        CacheKey key = keys.of(input);
        try {
            return store.get(key).flatMap(kept -> hit(input, key, kept));
        } catch (Exception | StackOverflowError | LinkageError e) {
            failures.here(e);
            return Optional.empty();
        }
    }

    /**
     * As {@link #find}, without waiting, if the store can. The stage does not fail. Checks and copies are made on the thread that completes the
     * store's stage.
     *
     * @throws IllegalArgumentException if a part of the key or of the scope cannot be one
     * @throws NullPointerException if a part of the scope is nothing
     */
    public CompletionStage<Optional<Hit<O>>> findAsync(I input) {
        if (rules.excluded(input)) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        CacheKey key = keys.of(input);
        return StoreStage.of(() -> store.getAsync(key))
                .thenApply(found -> found.flatMap(kept -> hit(input, key, kept)))
                .exceptionally(failure -> {
                    failures.elsewhere(failure);
                    return Optional.empty();
                });
    }

    private Optional<Hit<O>> hit(I input, CacheKey key, Kept<O> kept) {
        Instant now = time.clock().instant();
        Duration age = lifetime.ageOf(kept, now);
        if (age == null) {
            return Optional.empty();
        }
        try {
            O value = rules.copier.apply(kept.value());
            if (!rules.rejected(input, value)) {
                return Optional.of(new Hit<>(value, age, lifetime.fresh(kept, now)));
            }
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            mishaps.note("rule", e);
            return Optional.empty();
        }
        failures.note(() -> store.evictAsync(key));
        return Optional.empty();
    }

    /**
     * Keeps {@code value} as the answer to {@code input}, in place of an earlier one, if it is worth it. Chains do so by themselves.
     *
     * @return whether it was given to the store, and the store did not fail; one that is full may drop it all the same
     * @throws IllegalArgumentException if a part of the key or of the scope cannot be one
     * @throws NullPointerException if {@code value} is null, or a part of the scope is nothing
     */
    public boolean put(I input, O value) {
        Objects.requireNonNull(value, "value");
        if (rules.excluded(input)) {
            return false;
        }
        CacheKey key = keys.of(input);
        Optional<Kept<O>> kept = toKeep(input, value);
        try {
            if (kept.isPresent()) {
                store.put(key, kept.get(), kept.get().freshFor(), kept.get().staleFor());
            }
            return kept.isPresent();
        } catch (Exception | StackOverflowError | LinkageError e) {
            failures.here(e);
            return false;
        }
    }

    private void accepted(I input, O value, CallContext context) {
        if (rules.excluded(input)) {
            return;
        }
        CacheKey key = keys.of(input);
        toKeep(input, value)
                .ifPresent(kept -> failures.note(() -> store.putAsync(key, kept, kept.freshFor(), kept.staleFor())));
    }

    private Optional<Kept<O>> toKeep(I input, O value) {
        Lifetime ends = lifetime.next();
        return rules.toKeep(input, value)
                .map(kept -> new Kept<>(kept, time.clock().instant(), ends.freshFor(), ends.staleFor()));
    }

    /**
     * Forgets what is kept for {@code input}: when it turns out to be wrong.
     *
     * @throws IllegalArgumentException if a part of the key or of the scope cannot be one
     * @throws NullPointerException if a part of the scope is nothing
     * @throws IllegalStateException if the store fails, so that the wrong answer may still be served
     */
    public void evict(I input) {
        CacheKey key = keys.of(input);
        StoreFailures.evict(() -> store.evict(key));
    }

    /**
     * Forgets everything.
     *
     * @throws UnsupportedOperationException if the store cannot do that
     * @throws IllegalStateException if the store fails, so that something may still be served
     */
    public void evictAll() {
        StoreFailures.evict(store::evictAll);
    }

    /**
     * Returns the key of {@code input} in the store.
     *
     * @throws IllegalArgumentException if a part of the key or of the scope cannot be one
     * @throws NullPointerException if a part of the scope is nothing
     */
    public CacheKey keyOf(I input) {
        return keys.of(input);
    }

    /** Returns about how many answers are kept; -1 if the store cannot tell. */
    public long size() {
        return store.size();
    }
}
