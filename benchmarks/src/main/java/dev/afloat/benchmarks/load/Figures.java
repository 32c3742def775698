package dev.afloat.benchmarks.load;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Numbers by name: what one JVM measured, printed by it and read by the one that started it. Not thread-safe. */
final class Figures {
    private static final String MARK = "= ";

    private final Map<String, Double> values = new LinkedHashMap<>();

    void put(String name, double value) {
        values.put(name, value);
    }

    /** Returns a number; not a number if it was not measured. */
    double get(String name) {
        return values.getOrDefault(name, Double.NaN);
    }

    /** Returns a number without decimals, or a dash if it was not measured. */
    String whole(String name) {
        double value = get(name);
        return Double.isNaN(value) ? "–" : String.format(Locale.ROOT, "%.0f", value);
    }

    /** Returns the latencies under names that begin with {@code prefix}: median, 99th percentile, last. */
    String latencies(String prefix) {
        return Double.isNaN(get(prefix + "p50"))
                ? "–"
                : whole(prefix + "p50") + " / " + whole(prefix + "p99") + " / " + whole(prefix + "last");
    }

    void print(PrintStream out) {
        values.forEach((name, value) -> out.println(MARK + name + " " + value));
    }

    /** Reads a line that another process printed, if it is one of these. */
    void read(String line) {
        if (line.startsWith(MARK)) {
            String[] parts = line.substring(MARK.length()).split(" ", 2);
            put(parts[0], Double.parseDouble(parts[1]));
        }
    }
}
