package dev.afloat.cascade;

import dev.afloat.call.AcceptedListener;
import dev.afloat.call.CallContext;
import dev.afloat.call.Hit;
import dev.afloat.event.Mishaps;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** How a cache keeps, finds and forgets a single answer. */
final class KeptAnswers<I, O> implements AcceptedListener<I, O> {
    private final CacheKeys<I> keys;
    private final Lifetime lifetime;
    private final KeepRules<I, O> rules;
    private final ResponseStore<Kept<O>> store;
    private final TimeSource time;
    private final Mishaps mishaps;
    private final StoreFailures failures;
    private final CacheCounts counts = new CacheCounts();

    KeptAnswers(
            ResponseCacheBuilder<I, O> settings,
            CacheKeys<I> keys,
            Lifetime lifetime,
            ResponseStore<Kept<O>> store,
            Mishaps mishaps) {
        this.keys = keys;
        this.lifetime = lifetime;
        this.rules = new KeepRules<>(settings, mishaps, counts);
        this.store = store;
        this.time = settings.time;
        this.mishaps = mishaps;
        this.failures = new StoreFailures(mishaps, counts.failures);
    }

    /** What a tier does: a store that fails is a failure of the tier, which its breaker is to see. */
    Optional<Hit<O>> lookUp(I input, boolean freshOnly) throws Exception {
        if (rules.excluded(input)) {
            return Optional.empty();
        }
        CacheKey key = keys.of(input);
        Optional<Kept<O>> found;
        try {
            found = store.get(key);
        } catch (Throwable e) {
            counts.failures.increment();
            throw e;
        }
        return Optional.ofNullable(hit(input, key, found.orElse(null), freshOnly));
    }

    /** As {@link #lookUp}, without waiting. */
    CompletionStage<Optional<Hit<O>>> lookUpAsync(I input, boolean freshOnly) {
        if (rules.excluded(input)) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        return asked(input, freshOnly).whenComplete((found, failure) -> {
            if (failure != null) {
                counts.failures.increment();
            }
        });
    }

    private CompletionStage<Optional<Hit<O>>> asked(I input, boolean freshOnly) {
        CacheKey key = keys.of(input);
        return StoreStage.of(() -> store.getAsync(key))
                .thenApply(found -> Objects.requireNonNull(found, "what the store returned"))
                .thenApply(found -> Optional.ofNullable(hit(input, key, found.orElse(null), freshOnly)));
    }

    /** Nothing, if the store fails. */
    Optional<Hit<O>> find(I input) {
        if (rules.excluded(input)) {
            return Optional.empty();
        }
        CacheKey key = keys.of(input);
        try {
            return Optional.ofNullable(hit(input, key, store.get(key).orElse(null), false));
        } catch (Exception | StackOverflowError | LinkageError e) {
            failures.here(e);
            return Optional.empty();
        }
    }

    /** As {@link #find}, without waiting. */
    CompletionStage<Optional<Hit<O>>> findAsync(I input) {
        if (rules.excluded(input)) {
            return CompletableFuture.completedStage(Optional.empty());
        }
        return asked(input, false).exceptionally(failure -> {
            failures.elsewhere(failure);
            return Optional.empty();
        });
    }

    private @Nullable Hit<O> hit(I input, CacheKey key, @Nullable Kept<O> kept, boolean freshOnly) {
        Hit<O> hit = kept == null ? null : worth(input, key, kept);
        if (hit == null || (freshOnly && !hit.fresh())) {
            counts.misses.increment();
            return null;
        }
        (hit.fresh() ? counts.fresh : counts.stale).increment();
        return hit;
    }

    private @Nullable Hit<O> worth(I input, CacheKey key, Kept<O> kept) {
        Instant now = time.clock().instant();
        Duration age = lifetime.ageOf(kept, now);
        if (age == null) {
            return null;
        }
        try {
            O value = rules.copier.apply(kept.value());
            if (!rules.rejected(input, value)) {
                return new Hit<>(value, age, lifetime.fresh(kept, now));
            }
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            mishaps.note("rule", e);
            return null;
        }
        failures.note(() -> store.evictAsync(key), counts.evicted);
        return null;
    }

    boolean put(I input, O value) {
        if (rules.excluded(input)) {
            return false;
        }
        CacheKey key = keys.of(input);
        Kept<O> kept = toKeep(input, value);
        if (kept == null) {
            return false;
        }
        try {
            store.put(key, kept, kept.freshFor(), kept.staleFor());
        } catch (Exception | StackOverflowError | LinkageError e) {
            failures.here(e);
            return false;
        }
        counts.kept.increment();
        return true;
    }

    /**
     * The key is made now, and again with the answer: an input that was filled anew meanwhile, or a key that is another by now, is one of
     * which nobody knows what the model was asked.
     */
    @Override
    public AcceptedListener<I, O> forRequest(I input) {
        if (rules.excluded(input)) {
            return (asked, value, context) -> {};
        }
        try {
            CacheKey key = keys.of(input);
            return (asked, value, context) -> keep(asked, key, value);
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            mishaps.note("key", e);
            return (asked, value, context) -> counts.turnedDown.increment();
        }
    }

    @Override
    public void onAccepted(I input, O value, CallContext context) {
        forRequest(input).onAccepted(input, value, context);
    }

    private void keep(I input, CacheKey key, O value) {
        if (!same(key, input)) {
            counts.turnedDown.increment();
            return;
        }
        Kept<O> kept = toKeep(input, value);
        if (kept != null) {
            failures.note(() -> store.putAsync(key, kept, kept.freshFor(), kept.staleFor()), counts.kept);
        }
    }

    private boolean same(CacheKey key, I input) {
        try {
            return key.equals(keys.of(input));
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            mishaps.note("key", e);
            return false;
        }
    }

    private @Nullable Kept<O> toKeep(I input, O value) {
        Lifetime ends = lifetime.next();
        return rules.toKeep(input, value)
                .map(kept -> new Kept<>(kept, time.clock().instant(), ends.freshFor(), ends.staleFor()))
                .orElse(null);
    }

    void evict(I input) {
        CacheKey key = keys.of(input);
        failures.evict(() -> store.evict(key));
        counts.evicted.increment();
    }

    CompletionStage<Void> evictAsync(I input) {
        CacheKey key = keys.of(input);
        return StoreStage.of(() -> store.evictAsync(key)).whenComplete((nothing, failure) -> {
            (failure == null ? counts.evicted : counts.failures).increment();
        });
    }

    void evictAll() {
        failures.evict(store::evictAll);
    }

    CacheKey keyOf(I input) {
        return keys.of(input);
    }

    long size() {
        return store.size();
    }

    ResponseCache.Counts counts() {
        return counts.snapshot();
    }
}
