package dev.afloat.cascade;

import java.util.concurrent.atomic.LongAdder;

/** What a cache has done so far. Safe for use by many threads. */
final class CacheCounts {
    final LongAdder fresh = new LongAdder();
    final LongAdder stale = new LongAdder();
    final LongAdder misses = new LongAdder();
    final LongAdder kept = new LongAdder();
    final LongAdder empty = new LongAdder();
    final LongAdder refusals = new LongAdder();
    final LongAdder turnedDown = new LongAdder();
    final LongAdder evicted = new LongAdder();
    final LongAdder failures = new LongAdder();

    ResponseCache.Counts snapshot() {
        return new ResponseCache.Counts(
                fresh.sum(),
                stale.sum(),
                misses.sum(),
                kept.sum(),
                empty.sum(),
                refusals.sum(),
                turnedDown.sum(),
                evicted.sum(),
                failures.sum());
    }
}
