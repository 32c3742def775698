package dev.afloat.guard;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** Counts attempts of one tier by their codes. Safe for use by many threads. */
final class QualityCounts {
    /** Checks are to have constant codes. Where they do not, this bounds the memory. */
    static final int MOST_CODES = 100;

    private static final String NONE = "none";
    private static final String REFUSED = "refused";
    private static final String OTHER = "other";

    private final Map<String, AtomicLong> counts = new ConcurrentHashMap<>();

    /** Counts the attempt. */
    void count(Attempt attempt) {
        boolean refused = attempt.kind().orElse(null) == FailureKind.REFUSED;
        String code = attempt.code().orElse(refused ? REFUSED : NONE);
        AtomicLong count = counts.get(code);
        (count == null ? added(code) : count).incrementAndGet();
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
