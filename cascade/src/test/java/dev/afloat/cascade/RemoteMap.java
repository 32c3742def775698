package dev.afloat.cascade;

import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** A cache across a network, as far as a test can see: bytes, a delay, and an outage. */
final class RemoteMap implements ResponseStore<byte[]> {
    final Map<CacheKey, byte[]> bytes = new HashMap<>();
    final Map<CacheKey, Duration> lifetimes = new HashMap<>();
    Duration delay = Duration.ZERO;
    boolean down;
    int gets;
    private final VirtualTime time;

    RemoteMap(VirtualTime time) {
        this.time = time;
    }

    private void reach() throws InterruptedException {
        time.pause(delay);
        if (down) {
            throw new IllegalStateException("down");
        }
    }

    @Override
    public Optional<byte[]> get(CacheKey key) throws InterruptedException {
        gets++;
        reach();
        return Optional.ofNullable(bytes.get(key));
    }

    @Override
    public void put(CacheKey key, byte[] value, Duration freshFor, Duration staleFor) throws InterruptedException {
        reach();
        bytes.put(key, value);
        lifetimes.put(key, staleFor);
    }

    @Override
    public void evict(CacheKey key) throws InterruptedException {
        reach();
        bytes.remove(key);
    }
}
