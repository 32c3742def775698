package dev.afloat.cascade;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

/**
 * Where a {@link ResponseCache} keeps what it keeps: in process unless you hand in another, such as a cache across a network. Such a one
 * implements {@code ResponseStore<byte[]>}, three methods over bytes, and is made one of answers by a {@link Codec}.
 *
 * <p><b>Threads.</b> Implementations are safe for use by many threads, and do not take turns: an {@code evict} may overtake a {@code put}.
 *
 * <p><b>Nulls.</b> No argument is null, no method and no stage of it returns null: {@link Optional#empty()} is for what is not there.
 *
 * <p><b>Failures.</b> Whatever is thrown, or fails a stage, is no more than an answer that is not found, or not kept. Do not catch what goes
 * wrong and return a miss: the breaker of the cache's tier is to see it. Do not retry. A call that takes longer than its caller waits is
 * interrupted if the tier has a time limit.
 *
 * <p><b>Waiting.</b> The plain forms may wait. The asynchronous ones must not; their defaults do what the plain ones do, on the calling
 * thread, so a store that waits for a network and has a client that need not overrides them.
 *
 * @param <V> what is kept
 */
public interface ResponseStore<V> {

    /**
     * Returns what is kept for {@code key}. It need not look at ages: the cache does.
     *
     * @throws Exception if it cannot say
     */
    Optional<V> get(CacheKey key) throws Exception;

    /**
     * Keeps {@code value} for {@code key}, in place of an earlier one.
     *
     * @param freshFor how long it is as good as new; zero or more, and not more than {@code staleFor}. For stores that treat fresh ones
     *     otherwise; most have no use for it
     * @param staleFor how long it may be served at all: the time to live. Positive, perhaps less than a
     *     millisecond or more than a century, so give your store what it can take; jitter is in it
     * @throws Exception if it is not kept, or not for certain
     */
    void put(CacheKey key, V value, Duration freshFor, Duration staleFor) throws Exception;

    /**
     * Forgets what is kept for {@code key}, if anything.
     *
     * @throws Exception if it may still be there
     */
    void evict(CacheKey key) throws Exception;

    /**
     * Forgets everything that is kept here.
     *
     * @throws UnsupportedOperationException unless overridden: across a network that is rarely possible
     * @throws Exception if something may still be there
     */
    default void evictAll() throws Exception {
        throw new UnsupportedOperationException(
                "This store cannot forget everything. Give the cache another version(…).");
    }

    /** Returns about how many entries there are; -1, the default, if that cannot be told. */
    default long size() {
        return -1;
    }

    /** As {@link #get}, without waiting. */
    default CompletionStage<Optional<V>> getAsync(CacheKey key) {
        try {
            return CompletableFuture.completedStage(get(key));
        } catch (Exception | StackOverflowError | LinkageError e) {
            return StoreStage.failed(e);
        }
    }

    /** As {@link #put}, without waiting. */
    default CompletionStage<Void> putAsync(CacheKey key, V value, Duration freshFor, Duration staleFor) {
        try {
            put(key, value, freshFor, staleFor);
            return CompletableFuture.completedStage(null);
        } catch (Exception | StackOverflowError | LinkageError e) {
            return StoreStage.failed(e);
        }
    }

    /** As {@link #evict}, without waiting. */
    default CompletionStage<Void> evictAsync(CacheKey key) {
        try {
            evict(key);
            return CompletableFuture.completedStage(null);
        } catch (Exception | StackOverflowError | LinkageError e) {
            return StoreStage.failed(e);
        }
    }
}
