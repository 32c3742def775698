package dev.afloat.benchmarks.load;

import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * How fast virtual time is: requests per second of processor time through a chain of three tiers with a stub for a model, and the
 * time that the built-in incident takes. Prints two tables and which bars hold; ends with 1 if one does not.
 */
public final class Replay {
    private static final Path TASKSET = Path.of("/usr/bin/taskset");
    private static final List<String> ONE_CORE =
            Files.isExecutable(TASKSET) ? List.of(TASKSET.toString(), "-c", "0") : List.of();
    private static final List<String> OPTIONS = List.of("-XX:+UseSerialGC", "-Xmx1g");

    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final double RATE_BAR = 1_000_000;
    private static final double INCIDENT_BAR = 20;
    private static final int INCIDENTS = 5;

    private Replay() {}

    /** Takes no arguments. */
    public static void main(String[] args) throws Exception {
        Bars bars = new Bars();
        PrintStream out = System.out;
        out.println("JDK " + Runtime.version().feature() + (ONE_CORE.isEmpty() ? "" : ", on one core"));
        out.println();
        out.println("| the model | requests per CPU second, median | slowest of 9 rounds | answered by the model |");
        out.println("|---|---|---|---|");
        for (Scene scene : Scene.values()) {
            Figures cell = Fork.run(PATIENCE, ONE_CORE, OPTIONS, ReplayCell.class, scene.name());
            out.printf(
                    Locale.ROOT,
                    "| %s | %,.0f | %,.0f | %.1f %% |%n",
                    scene,
                    cell.get("rate"),
                    cell.get("slowest"),
                    cell.get("model"));
            bars.atLeast("requests per CPU second", scene.toString(), cell.get("rate"), RATE_BAR);
        }
        out.println();
        out.println(
                "| incident of the testkit | first run in a JVM, ms | second, ms | requests per CPU second, best |");
        out.println("|---|---|---|---|");
        for (int i = 1; i <= INCIDENTS; i++) {
            Figures cell = Fork.run(PATIENCE, List.of(), OPTIONS, IncidentCell.class);
            out.printf(
                    Locale.ROOT,
                    "| JVM %d | %.0f | %.1f | %,.0f |%n",
                    i,
                    cell.get("first"),
                    cell.get("second"),
                    cell.get("rate"));
            bars.atMost("second run of the incident, ms", "JVM " + i, cell.get("second"), INCIDENT_BAR);
        }
        if (!bars.print(out)) {
            System.exit(1);
        }
    }
}
