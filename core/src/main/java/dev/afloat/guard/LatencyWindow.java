package dev.afloat.guard;

import dev.afloat.quality.LatencyBound;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * How long the last calls took, and how many of them took too long. That p95 is above the bound is the same as that more than a twentieth
 * are, so a call costs one comparison and no sorting. Safe for use by many threads.
 */
final class LatencyWindow {
    private final LatencyBound bound;
    private final long boundNanos;
    private final Predicate<Object> present;
    private final long[] ring;
    private int next;
    private int size;
    private int slow;
    private @Nullable Object epoch;

    /** @param present whether calls admitted in an epoch of the tier's breaker still say something about it */
    LatencyWindow(LatencyBound bound, Predicate<Object> present) {
        this.bound = bound;
        this.boundNanos = Deadline.saturatedNanos(bound.bound());
        this.present = present;
        this.ring = new long[bound.window()];
    }

    /**
     * Adds a call that was admitted in {@code admittedIn}; the first of a new epoch makes the window forget, one of an old epoch is ignored.
     *
     * @return whether p95 is above the bound, this call included
     */
    synchronized boolean add(Object admittedIn, long nanos) {
        if (!present.test(admittedIn)) { // in here: else it could undo what a call of the next epoch has begun
            return false;
        }
        if (epoch != admittedIn) {
            epoch = admittedIn;
            next = 0;
            size = 0;
            slow = 0;
        }
        if (size == ring.length) {
            slow -= ring[next] > boundNanos ? 1 : 0;
        } else {
            size++;
        }
        ring[next] = nanos;
        slow += nanos > boundNanos ? 1 : 0;
        next = next + 1 == ring.length ? 0 : next + 1;
        return exceeded();
    }

    private boolean exceeded() {
        return size >= bound.minimumSamples() && slow > size - rank(95, size);
    }

    /** Returns where a percentile stands among {@code size} values in their order, from 1: the nearest rank. */
    private static int rank(int percent, int size) {
        return (percent * size + 99) / 100;
    }

    /** Returns the window's state, for the tier or for one {@code model} in it. */
    LatencyHealth health(@Nullable String model) {
        long[] sorted;
        boolean exceeded;
        synchronized (this) {
            boolean forgotten = epoch == null || !present.test(epoch);
            sorted = forgotten ? new long[0] : Arrays.copyOf(ring, size);
            exceeded = !forgotten && exceeded();
        }
        Arrays.sort(sorted);
        return new LatencyHealth(
                model,
                bound.bound(),
                sorted.length,
                percentile(50, sorted),
                percentile(95, sorted),
                percentile(99, sorted),
                percentile(100, sorted),
                exceeded);
    }

    private static Duration percentile(int percent, long[] sorted) {
        return sorted.length == 0 ? Duration.ZERO : Duration.ofNanos(sorted[rank(percent, sorted.length) - 1]);
    }
}
