package dev.afloat.micrometer;

import io.micrometer.core.instrument.Clock;
import java.util.Arrays;

/** The share of requests, of the last five minutes, that were answered worse than the feature was made for, or not at all. Zero without any. */
final class DegradedRatio {
    private static final int SLOTS = 30;
    private static final long SLOT_NANOS = 10_000_000_000L;

    private final Clock clock;

    // Guarded by this.
    private final long[] slots = new long[SLOTS];
    private final int[] all = new int[SLOTS];
    private final int[] degraded = new int[SLOTS];

    DegradedRatio(Clock clock) {
        this.clock = clock;
        Arrays.fill(slots, Long.MIN_VALUE);
    }

    synchronized void count(boolean worse) {
        long slot = Math.floorDiv(clock.monotonicTime(), SLOT_NANOS);
        int index = (int) Math.floorMod(slot, (long) SLOTS);
        if (slots[index] != slot) {
            slots[index] = slot;
            all[index] = 0;
            degraded[index] = 0;
        }
        all[index]++;
        degraded[index] += worse ? 1 : 0;
    }

    synchronized double value() {
        long slot = Math.floorDiv(clock.monotonicTime(), SLOT_NANOS);
        long sum = 0;
        long worse = 0;
        for (int i = 0; i < SLOTS; i++) {
            if (slots[i] > slot - SLOTS && slots[i] <= slot) {
                sum += all[i];
                worse += degraded[i];
            }
        }
        return sum == 0 ? 0 : (double) worse / sum;
    }
}
