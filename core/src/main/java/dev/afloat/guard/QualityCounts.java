package dev.afloat.guard;

import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counts the failures of quality of one tier by their codes. Only they pay for it. Safe for use by many threads. */
final class QualityCounts {
    /** Checks are to have constant codes. Where they do not, this bounds the memory. */
    static final int MOST_CODES = 100;

    private static final String NONE = "none";
    private static final String OTHER = "other";

    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();

    /** Counts the attempt, if its outcome is a failure of quality. */
    void count(Attempt attempt) {
        if (attempt.outcome() == Outcome.QUALITY_FAILURE) {
            String code = attempt.code().orElse(NONE);
            AtomicLong count = counts.get(code);
            (count == null ? added(code) : count).incrementAndGet();
        }
    }

    private synchronized AtomicLong added(String code) {
        String key = counts.size() < MOST_CODES ? code : OTHER;
        return counts.computeIfAbsent(counts.containsKey(code) ? code : key, added -> new AtomicLong());
    }

    /** Returns the counts so far. */
    Map<String, Long> snapshot() {
        Map<String, Long> snapshot = new HashMap<>();
        counts.forEach((code, count) -> snapshot.put(code, count.get()));
        return snapshot;
    }
}
