package dev.afloat.benchmarks.load;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** What has to hold, and where it did not. Not thread-safe. */
final class Bars {
    private final Map<String, Integer> held = new LinkedHashMap<>();
    private final Map<String, StringBuilder> missed = new LinkedHashMap<>();

    void atMost(String what, String where, double measured, double bar) {
        note(what, where, measured, measured <= bar, "more than", bar);
    }

    void atLeast(String what, String where, double measured, double bar) {
        note(what, where, measured, measured >= bar, "less than", bar);
    }

    /** What was not measured does not hold. */
    private void note(String what, String where, double measured, boolean holds, String than, double bar) {
        held.merge(what, holds ? 1 : 0, Integer::sum);
        StringBuilder failures = missed.computeIfAbsent(what, key -> new StringBuilder());
        if (!holds) {
            failures.append(String.format(Locale.ROOT, "%n    %s: %,.1f, %s %,.1f", where, measured, than, bar));
        }
    }

    /** Prints all bars and returns whether all hold. */
    boolean print(PrintStream out) {
        out.println();
        out.println("Bars for Afloat");
        held.forEach((what, times) -> {
            String failures = String.valueOf(missed.get(what));
            out.println("  " + what + ": " + (failures.isEmpty() ? "held " + times + " times" : "NOT held" + failures));
        });
        return missed.values().stream().allMatch(failures -> failures.length() == 0);
    }
}
