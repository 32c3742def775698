package dev.afloat.cascade;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.function.ToIntFunction;

/**
 * Answers in this process: bounded by weight, each forgotten at its own end. Works on the thread that reads or writes: it has no thread, and
 * nothing but the time source moves it.
 */
final class InProcessStore<O> implements ResponseStore<Kept<O>> {
    private final Cache<CacheKey, Kept<O>> entries;

    InProcessStore(long maximumWeight, ToIntFunction<? super O> weigher, TimeSource time) {
        this.entries = Caffeine.newBuilder()
                .maximumWeight(maximumWeight)
                .weigher((CacheKey key, Kept<O> kept) -> atLeastOne(weigher.applyAsInt(kept.value())))
                .expireAfter(new AtItsEnd<O>())
                .ticker(time::nanos)
                .executor(Runnable::run)
                .build();
    }

    /** What weighs nothing would be kept without bound. What is negative is refused. */
    private static int atLeastOne(int weight) {
        return weight == 0 ? 1 : weight;
    }

    private static final class AtItsEnd<O> implements Expiry<CacheKey, Kept<O>> {
        @Override
        public long expireAfterCreate(CacheKey key, Kept<O> kept, long now) {
            return Deadline.saturatedNanos(kept.staleFor());
        }

        @Override
        public long expireAfterUpdate(CacheKey key, Kept<O> kept, long now, long left) {
            return Deadline.saturatedNanos(kept.staleFor());
        }

        @Override
        public long expireAfterRead(CacheKey key, Kept<O> kept, long now, long left) {
            return left;
        }
    }

    @Override
    public Optional<Kept<O>> get(CacheKey key) {
        return Optional.ofNullable(entries.getIfPresent(key));
    }

    @Override
    public void put(CacheKey key, Kept<O> value, Duration freshFor, Duration staleFor) {
        entries.put(key, value);
    }

    @Override
    public void evict(CacheKey key) {
        entries.invalidate(key);
    }

    @Override
    public void evictAll() {
        entries.invalidateAll();
    }

    @Override
    public long size() {
        entries.cleanUp();
        return entries.estimatedSize();
    }
}
