package dev.afloat.benchmarks.load;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * How many of the callers who all come at once a healthy model answers, by the bound on calls at once and by how long a call may wait
 * for its turn. Prints a table; ends with 1 if a caller was left without any answer.
 */
public final class HealthyBurst {
    private static final List<String> OPTIONS = List.of("-Xmx2g");
    private static final List<Integer> CALLERS = List.of(1000, 5000);
    private static final List<Integer> BOUNDS = List.of(64, 256, 1024);

    /** None, what a chain does by itself, and all that the limit leaves. */
    private static final List<String> WAITS = List.of("0", "default", "800");

    private HealthyBurst() {}

    /** Takes no arguments. */
    public static void main(String[] args) throws Exception {
        Bars bars = new Bars();
        PrintStream out = System.out;
        out.println("JDK " + Runtime.version().feature() + ". The model takes " + HealthyCell.TAKES.toMillis()
                + " ms, its limit is " + Contender.LIMIT.toMillis() + " ms.");
        for (Threads threads : Threads.here()) {
            out.println();
            out.println(threads);
            out.println();
            out.println(
                    "| callers | bound | wait | answered by the model | ms, p50 / p99 / last | timeouts | threads | MB |");
            out.println("|---|---|---|---|---|---|---|---|");
            for (int callers : CALLERS) {
                for (int bound : BOUNDS) {
                    for (String wait : WAITS) {
                        Figures cell = Fork.run(
                                HangingCell.WHOLE,
                                List.of(),
                                OPTIONS,
                                HealthyCell.class,
                                threads.name(),
                                callers,
                                bound,
                                wait);
                        out.println("| " + callers + " | " + bound + " | " + wait + " | "
                                + String.format(Locale.ROOT, "%.1f %%", 100 * cell.get("primary") / callers) + " | "
                                + cell.latencies("") + " | " + cell.whole("timeouts")
                                + (cell.get("open") > 0 ? ", breaker open" : "") + " | " + cell.whole("threads") + " | "
                                + cell.whole("resident")
                                + " |");
                        String where = threads + ", " + callers + ", bound " + bound + ", wait " + wait;
                        bars.atLeast("callers answered", where, cell.get("answered"), callers);
                    }
                }
            }
        }
        if (!bars.print(out)) {
            System.exit(1);
        }
    }
}
