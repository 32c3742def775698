package dev.afloat.benchmarks.load;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Percentiles of a few thousand values, exactly. */
final class Percentiles {
    private final List<Long> nanos = new ArrayList<>();

    void add(long value) {
        nanos.add(value);
    }

    int count() {
        return nanos.size();
    }

    /** Returns the smallest value that {@code share} of all do not exceed, in milliseconds; not a number if there are none. */
    double millis(double share) {
        if (nanos.isEmpty()) {
            return Double.NaN;
        }
        Collections.sort(nanos);
        int rank = Math.max(1, (int) Math.ceil(share * nanos.size()));
        return nanos.get(rank - 1) / 1e6;
    }
}
