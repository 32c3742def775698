package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAccumulator;

/** Which calls a model got and who was told of them, by numbers that only grow. */
final class FlightLog {
    private final AtomicLong clock = new AtomicLong();
    final AtomicInteger calls = new AtomicInteger();
    private final Map<Integer, Entry> entries = new ConcurrentHashMap<>();

    private static final class Entry {
        final int key;
        final long began;
        final LongAccumulator firstTold = new LongAccumulator(Math::min, Long.MAX_VALUE);
        final LongAccumulator lastAsked = new LongAccumulator(Math::max, Long.MIN_VALUE);

        Entry(int key, long began) {
            this.key = key;
            this.began = began;
        }
    }

    long now() {
        return clock.incrementAndGet();
    }

    /** Returns the number of a call that begins. */
    int begins(int key) {
        int call = calls.incrementAndGet();
        entries.put(call, new Entry(key, now()));
        return call;
    }

    /** Notes that one who asked then was told just now how that call ended. */
    void told(int key, int call, long asked) {
        Entry entry = Objects.requireNonNull(entries.get(call));
        assertThat(entry.key).as("an answer to that question").isEqualTo(key);
        long now = now();
        assertThat(entry.began).as("the call began before its end was told").isLessThan(now);
        entry.firstTold.accumulate(now);
        entry.lastAsked.accumulate(asked);
    }

    /** Nobody who came after somebody was told got the same call: nothing is kept. */
    void check() {
        assertThat(entries.values()).allSatisfy(entry -> {
            if (entry.firstTold.get() != Long.MAX_VALUE) {
                assertThat(entry.lastAsked.get())
                        .as("asked before anybody was told")
                        .isLessThan(entry.firstTold.get());
            }
        });
    }
}
