package dev.afloat.benchmarks.load;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What callers get from a model that hangs, by Afloat and by its peers, each cell in a JVM of its own. Prints a table and which bars
 * Afloat holds; ends with 1 if it does not hold one.
 *
 * <p>Arguments: numbers of callers (100, 1,000 and 5,000 if left out), parts of names of libraries to choose from, such as
 * {@code Afloat}, and {@code x3} for three rounds of each cell, of which the one with the median p99 counts.
 */
public final class HangingModel {
    private static final List<String> OPTIONS = List.of("-Xmx2g");
    private static final int MOST_INSIDE = 256;

    private final PrintStream out = System.out;
    private final Bars bars = new Bars();
    private final List<Integer> sizes = new ArrayList<>();
    private final List<String> names = new ArrayList<>();
    private int rounds = 1;

    private HangingModel(String[] args) {
        for (String arg : args) {
            if (arg.matches("\\d+")) {
                sizes.add(Integer.valueOf(arg));
            } else if (arg.matches("x\\d+")) {
                rounds = Integer.parseInt(arg.substring(1));
            } else {
                names.add(arg.toLowerCase(Locale.ROOT));
            }
        }
        if (sizes.isEmpty()) {
            sizes.addAll(List.of(100, 1000, 5000));
        }
    }

    /** Takes numbers of callers, parts of names, and a number of rounds. */
    public static void main(String[] args) throws Exception {
        HangingModel program = new HangingModel(args);
        program.print();
        if (!program.bars.print(System.out)) {
            System.exit(1);
        }
    }

    private void print() throws Exception {
        out.println("JDK " + Runtime.version().feature() + ", limit " + Contender.LIMIT.toMillis()
                + " ms. Milliseconds are p50 / p99 / last of those who were answered.");
        for (Threads threads : Threads.here()) {
            for (boolean deaf : new boolean[] {false, true}) {
                out.println();
                out.println("Model " + (deaf ? "deaf" : "interruptible") + ", " + threads);
                out.println();
                out.println(
                        "| callers | | answered | ms | entered the model | ms of those | threads | MB | left inside |");
                out.println("|---|---|---|---|---|---|---|---|---|");
                for (int callers : sizes) {
                    for (Library library : Library.values()) {
                        if (chosen(library)) {
                            row(library, threads, callers, deaf);
                        }
                    }
                }
            }
        }
    }

    private boolean chosen(Library library) {
        String name = library.toString().toLowerCase(Locale.ROOT);
        return names.isEmpty() || names.stream().anyMatch(name::contains);
    }

    private void row(Library library, Threads threads, int callers, boolean deaf) throws Exception {
        List<Figures> cells = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            cells.add(Fork.run(
                    HangingCell.WHOLE,
                    List.of(),
                    OPTIONS,
                    HangingCell.class,
                    library.name(),
                    threads.name(),
                    callers,
                    deaf));
        }
        cells.sort(Comparator.comparingDouble(cell -> cell.get("p99")));
        Figures cell = cells.get(rounds / 2);
        out.println("| " + callers + " | " + library + " | " + cell.whole("answered") + " | " + cell.latencies("")
                + " | " + cell.whole("entered") + " | " + cell.latencies("admitted.") + " | " + cell.whole("threads")
                + " | " + cell.whole("resident") + " | " + cell.whole("inside") + " |");
        if (library.isAfloat()) {
            judge(cell, threads, deaf, callers, library + ", " + threads + ", " + callers + (deaf ? ", deaf" : ""));
        }
    }

    private void judge(Figures cell, Threads threads, boolean deaf, int callers, String where) {
        double late = Contender.LIMIT.toMillis() + (threads.virtualWorkers() ? 100 : 150);
        bars.atLeast("callers answered", where, cell.get("answered"), callers);
        bars.atMost("p99 of all callers, ms", where, cell.get("p99"), late);
        bars.atMost("p99 of those who entered, ms", where, cell.get("admitted.p99"), late);
        bars.atMost("calls left inside", where, cell.get("inside"), deaf ? MOST_INSIDE : 0);
        bars.atMost("timers left", where, cell.get("timers"), 0);
    }
}
