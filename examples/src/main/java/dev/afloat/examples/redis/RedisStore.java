package dev.afloat.examples.redis;

import dev.afloat.cascade.CacheKey;
import dev.afloat.cascade.ResponseStore;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.SetArgs;
import io.lettuce.core.TimeoutOptions;
import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.ByteArrayCodec;
import io.lettuce.core.codec.RedisCodec;
import io.lettuce.core.codec.StringCodec;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Keeps answers in Redis, by Lettuce. The connection is the caller's to open, by {@link #CODEC} and {@link #options}, and to close. */
public final class RedisStore implements ResponseStore<byte[]> {
    /** What a connection for this store is opened with. */
    public static final RedisCodec<String, byte[]> CODEC = RedisCodec.of(StringCodec.ASCII, ByteArrayCodec.INSTANCE);

    /** Redis adds it to its clock, in milliseconds: there has to be room for both. */
    private static final Duration LONGEST = Duration.ofDays(36_500);

    private final StatefulRedisConnection<String, byte[]> redis;
    private final String prefix;

    /** Keeps under {@code prefix} and the key's digest. */
    public RedisStore(StatefulRedisConnection<String, byte[]> redis, String prefix) {
        this.redis = redis;
        this.prefix = prefix;
    }

    /**
     * Returns options for a client of a cache. By its own defaults Lettuce lets asynchronous commands wait for ever, and keeps what is asked
     * of a Redis that is not there until it is.
     *
     * @param timeout of each command; longer than the limit of the cache's tiers. A command that nobody waits for keeps its tier's permit until then
     */
    public static ClientOptions options(Duration timeout) {
        return ClientOptions.builder()
                .timeoutOptions(TimeoutOptions.enabled(timeout))
                .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                .build();
    }

    @Override
    public CompletionStage<Optional<byte[]>> getAsync(CacheKey key) {
        return redis.async().get(prefix + key.hex()).thenApply(Optional::ofNullable);
    }

    @Override
    public CompletionStage<Void> putAsync(CacheKey key, byte[] value, Duration freshFor, Duration staleFor) {
        return redis.async().set(prefix + key.hex(), value, living(staleFor)).thenAccept(ok -> {});
    }

    @Override
    public CompletionStage<Void> evictAsync(CacheKey key) {
        return redis.async().del(prefix + key.hex()).thenAccept(count -> {});
    }

    @Override
    public Optional<byte[]> get(CacheKey key) {
        return Optional.ofNullable(redis.sync().get(prefix + key.hex()));
    }

    @Override
    public void put(CacheKey key, byte[] value, Duration freshFor, Duration staleFor) {
        redis.sync().set(prefix + key.hex(), value, living(staleFor));
    }

    @Override
    public void evict(CacheKey key) {
        redis.sync().del(prefix + key.hex());
    }

    /** Whole milliseconds, at least one: Redis refuses zero. */
    private static SetArgs living(Duration staleFor) {
        Duration most = staleFor.compareTo(LONGEST) < 0 ? staleFor : LONGEST;
        return SetArgs.Builder.px(Math.max(1, most.toMillis()));
    }
}
