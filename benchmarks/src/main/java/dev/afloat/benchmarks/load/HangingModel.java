package dev.afloat.benchmarks.load;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/**
 * What callers get from a model that hangs, by Afloat and by its peers, each cell in a JVM of its own. Prints a table and which bars
 * Afloat holds; ends with 1 if it does not hold one.
 *
 * <p>Arguments: numbers of callers; 100, 1,000 and 5,000 if left out.
 */
public final class HangingModel {
    private static final List<String> OPTIONS = List.of("-Xmx2g");
    private static final List<Integer> CALLERS = List.of(100, 1000, 5000);

    private final PrintStream out;
    private final Bars bars = new Bars();

    private HangingModel(PrintStream out) {
        this.out = out;
    }

    /** Takes numbers of callers. */
    public static void main(String[] args) throws Exception {
        List<Integer> callers = new ArrayList<>();
        for (String arg : args) {
            if (arg.matches("\\d+")) {
                callers.add(Integer.valueOf(arg));
            }
        }
        HangingModel program = new HangingModel(System.out);
        program.print(callers.isEmpty() ? CALLERS : callers);
        if (!program.bars.print(System.out)) {
            System.exit(1);
        }
    }

    private void print(List<Integer> sizes) throws Exception {
        out.println("JDK " + Runtime.version().feature() + ", limit " + Contender.LIMIT.toMillis()
                + " ms. Milliseconds are p50 / p99 / last of those who were answered.");
        for (Workers workers : Workers.here()) {
            for (boolean deaf : new boolean[] {false, true}) {
                out.println();
                out.println("Workers: " + workers + "; the model is " + (deaf ? "deaf" : "interruptible"));
                out.println();
                out.println(
                        "| callers | | answered | ms | entered the model | ms of those | threads | MB | left inside |");
                out.println("|---|---|---|---|---|---|---|---|---|");
                for (int callers : sizes) {
                    for (Library library : Library.values()) {
                        row(library, workers, callers, deaf);
                    }
                }
            }
        }
    }

    private void row(Library library, Workers workers, int callers, boolean deaf) throws Exception {
        Figures cell = Fork.run(List.of(), OPTIONS, HangingCell.class, library.name(), workers.name(), callers, deaf);
        out.println("| " + callers + " | " + library + " | " + cell.whole("answered") + " | " + cell.latencies("")
                + " | "
                + cell.whole("entered") + " | " + cell.latencies("admitted.") + " | " + cell.whole("threads") + " | "
                + cell.whole("resident") + " | " + cell.whole("inside") + " |");
        if (library.isAfloat()) {
            judge(
                    cell,
                    library + ", " + workers + ", " + callers + (deaf ? ", deaf" : ", interruptible"),
                    workers,
                    callers,
                    deaf);
        }
    }

    private void judge(Figures cell, String where, Workers workers, int callers, boolean deaf) {
        double late = Contender.LIMIT.toMillis() + (workers == Workers.VIRTUAL ? 100 : 150);
        bars.atLeast("callers answered", where, cell.get("answered"), callers);
        bars.atMost("p99 of all callers, ms", where, cell.get("p99"), late);
        bars.atMost("p99 of those who entered, ms", where, cell.get("admitted.p99"), late);
        bars.atMost("calls left inside", where, cell.get("inside"), deaf ? 256 : 0);
        bars.atMost("timers left", where, cell.get("timers"), 0);
    }
}
