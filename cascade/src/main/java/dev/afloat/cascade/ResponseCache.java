package dev.afloat.cascade;

import dev.afloat.Tier;
import dev.afloat.TierSettings;
import dev.afloat.call.Hit;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
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

    private final String name;
    private final boolean local;
    private final boolean everFresh;
    private final TimeSource time;

    /** One object, however many tiers of a chain have it: so the chain tells it once of an answer. */
    private final KeptAnswers<I, O> answers;

    /**
     * What a cache has done so far: lookups by its tiers and by hand, and answers it was told of.
     *
     * @param fresh lookups that found an answer as good as new
     * @param stale lookups that found an older one
     * @param misses lookups that found none to serve; by a tier for fresh ones, an older one is none
     * @param kept answers that the store took
     * @param empty answers that were not kept since there is nothing in them
     * @param refusals answers that were not kept since they are refusals
     * @param turnedDown answers that were not kept on account of {@code keepIf}, {@code check}, code of yours that threw, or a
     *     question whose key was another by the time of the answer
     * @param evicted answers that were found and rejected by a check, and inputs that were told to be forgotten
     * @param failures calls of the store that failed
     */
    public record Counts(
            long fresh,
            long stale,
            long misses,
            long kept,
            long empty,
            long refusals,
            long turnedDown,
            long evicted,
            long failures) {}

    ResponseCache(ResponseCacheBuilder<I, O> settings, KeptAnswers<I, O> answers, boolean local, boolean everFresh) {
        this.name = settings.name;
        this.answers = answers;
        this.local = local;
        this.everFresh = everFresh;
        this.time = settings.time;
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
        return lookup(name, false, settings);
    }

    private Tier<I, O> lookup(String name, boolean freshOnly, Consumer<? super TierSettings<I, O>> settings) {
        Objects.requireNonNull(settings, "settings");
        if (local) {
            return Tier.agedLookup(
                    name, input -> answers.lookUp(input, freshOnly), tier -> settings.accept(tier.agesBy(time)));
        }
        return Tier.asyncAgedLookup(
                name,
                input -> answers.lookUpAsync(input, freshOnly),
                tier -> settings.accept(tier.agesBy(time)
                        .timeLimit(DEFAULT_STORE_TIME_LIMIT)
                        .circuitBreaker(CircuitBreakerSpec.slidingWindow())));
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
        if (!everFresh) {
            throw new IllegalStateException(
                    "'" + name + "' would never answer: nothing in this cache is ever fresh. Say freshFor(…).");
        }
        return lookup(name, true, filling(tier -> settings.accept(tier.freshOnly())));
    }

    private Consumer<TierSettings<I, O>> filling(Consumer<? super TierSettings<I, O>> settings) {
        Objects.requireNonNull(settings, "settings");
        return tier -> settings.accept(tier.onAccepted(answers));
    }

    /**
     * Returns what is kept for {@code input}, fresh or not; nothing if the store fails.
     *
     * @throws IllegalArgumentException if a part of the key or of the scope cannot be one
     * @throws NullPointerException if a part of the scope is nothing
     */
    public Optional<Hit<O>> find(I input) {
        return answers.find(input);
    }

    /**
     * As {@link #find}, without waiting, if the store can. The stage does not fail. Checks and copies are made on the thread that completes the
     * store's stage.
     *
     * @throws IllegalArgumentException if a part of the key or of the scope cannot be one
     * @throws NullPointerException if a part of the scope is nothing
     */
    public CompletionStage<Optional<Hit<O>>> findAsync(I input) {
        return answers.findAsync(input);
    }

    /**
     * Keeps {@code value} as the answer to {@code input}, in place of an earlier one, if it is worth it. Chains do so by themselves.
     *
     * @return whether it was given to the store, and the store did not fail; one that is full may drop it all the same
     * @throws IllegalArgumentException if a part of the key or of the scope cannot be one
     * @throws NullPointerException if {@code value} is null, or a part of the scope is nothing
     */
    public boolean put(I input, O value) {
        return answers.put(input, Objects.requireNonNull(value, "value"));
    }

    /**
     * Forgets what is kept for {@code input}: when it turns out to be wrong.
     *
     * @throws IllegalArgumentException if a part of the key or of the scope cannot be one
     * @throws NullPointerException if a part of the scope is nothing
     * @throws IllegalStateException if the store fails, so that the wrong answer may still be served
     */
    public void evict(I input) {
        answers.evict(input);
    }

    /**
     * As {@link #evict}, without waiting, if the store can. The stage fails by what the store fails by.
     *
     * @throws IllegalArgumentException if a part of the key or of the scope cannot be one
     * @throws NullPointerException if a part of the scope is nothing
     */
    public CompletionStage<Void> evictAsync(I input) {
        return answers.evictAsync(input);
    }

    /**
     * Forgets everything.
     *
     * @throws UnsupportedOperationException if the store cannot do that
     * @throws IllegalStateException if the store fails, so that something may still be served
     */
    public void evictAll() {
        answers.evictAll();
    }

    /**
     * Returns the key of {@code input} in the store.
     *
     * @throws IllegalArgumentException if a part of the key or of the scope cannot be one
     * @throws NullPointerException if a part of the scope is nothing
     */
    public CacheKey keyOf(I input) {
        return answers.keyOf(input);
    }

    /** Returns about how many answers are kept; -1 if the store cannot tell. */
    public long size() {
        return answers.size();
    }

    /** Returns what was done so far. Not exact while requests are made. */
    public Counts counts() {
        return answers.counts();
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "ResponseCache[" + name + "]";
    }
}
