package dev.afloat.cascade;

import dev.afloat.event.Mishaps;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A store of answers on top of one of bytes. What it cannot read is not there. */
final class EnvelopeStore<V> implements ResponseStore<Kept<V>> {
    private final ResponseStore<byte[]> bytes;
    private final Codec<V> codec;
    private final int format;
    private final Mishaps mishaps = new Mishaps("response cache");

    EnvelopeStore(ResponseStore<byte[]> bytes, Codec<V> codec) {
        this.bytes = Objects.requireNonNull(bytes, "bytes");
        this.codec = codec;
        this.format = codec.format();
        if (format < 0 || format > 255) {
            throw new IllegalArgumentException("The format of a codec is one byte, 0 to 255, but is " + format);
        }
    }

    @Override
    public Optional<Kept<V>> get(CacheKey key) throws Exception {
        return bytes.get(key).flatMap(found -> read(key, found));
    }

    @Override
    public void put(CacheKey key, Kept<V> value, Duration freshFor, Duration staleFor) throws Exception {
        bytes.put(key, written(key, value), freshFor, staleFor);
    }

    @Override
    public void evict(CacheKey key) throws Exception {
        bytes.evict(key);
    }

    @Override
    public void evictAll() throws Exception {
        bytes.evictAll();
    }

    @Override
    public long size() {
        return bytes.size();
    }

    @Override
    public CompletionStage<Optional<Kept<V>>> getAsync(CacheKey key) {
        return bytes.getAsync(key).thenApply(found -> found.flatMap(one -> read(key, one)));
    }

    @Override
    public CompletionStage<Void> putAsync(CacheKey key, Kept<V> value, Duration freshFor, Duration staleFor) {
        byte[] sealed;
        try {
            sealed = written(key, value);
        } catch (Exception | StackOverflowError | LinkageError e) {
            return StoreStage.failed(e);
        }
        return bytes.putAsync(key, sealed, freshFor, staleFor);
    }

    @Override
    public CompletionStage<Void> evictAsync(CacheKey key) {
        return bytes.evictAsync(key);
    }

    private byte[] written(CacheKey key, Kept<V> kept) throws Exception {
        byte[] value = Objects.requireNonNull(codec.encode(kept.value()), "what the codec wrote");
        return Envelope.seal(key, format, new Kept<>(value, kept.keptAt(), kept.freshFor(), kept.staleFor()));
    }

    private Optional<Kept<V>> read(CacheKey key, byte[] sealed) {
        Kept<byte[]> opened = Envelope.open(key, format, sealed);
        if (opened == null) {
            return Optional.empty();
        }
        try {
            V value = codec.decode(opened.value());
            return Optional.of(new Kept<>(value, opened.keptAt(), opened.freshFor(), opened.staleFor()));
        } catch (Exception | StackOverflowError | LinkageError e) {
            mishaps.note("codec", e);
            return Optional.empty();
        }
    }
}
