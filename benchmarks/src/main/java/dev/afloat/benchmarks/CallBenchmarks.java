package dev.afloat.benchmarks;

import java.io.PrintStream;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs the scenarios of {@link Workload} on every peer in one go and prints a table: medians of time, bytes and processor time per
 * call, and the bars that Afloat holds.
 *
 * <p>Arguments: the number of callers, 1 if left out, then parts of benchmark names to choose from, such as {@code s3}.
 */
public final class CallBenchmarks {
    private static final List<String> PEERS = List.of("Plain", "Direct", "Decorator", "Failsafe", "SmallRye", "Afloat");

    private final Map<String, Map<String, RunResult>> results = new TreeMap<>();

    private CallBenchmarks(Collection<RunResult> runs) {
        for (RunResult run : runs) {
            String[] name = run.getParams().getBenchmark().split("\\.", -1);
            String peer = name[name.length - 2].replace("Calls", "");
            results.computeIfAbsent(name[name.length - 1], key -> new TreeMap<>())
                    .put(peer, run);
        }
    }

    /** Takes the number of callers and parts of benchmark names. */
    public static void main(String[] args) throws RunnerException {
        boolean counted = args.length > 0 && args[0].matches("\\d+");
        ChainedOptionsBuilder options = new OptionsBuilder()
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .threads(counted ? Integer.parseInt(args[0]) : 1)
                .warmupIterations(4)
                .warmupTime(TimeValue.milliseconds(300))
                .measurementIterations(5)
                .measurementTime(TimeValue.milliseconds(300))
                .forks(Integer.getInteger("forks", 3))
                .addProfiler(GCProfiler.class)
                .addProfiler(CpuProfiler.class);
        List<String> which = List.of(args).subList(counted ? 1 : 0, args.length);
        for (String part : which.isEmpty() ? List.of("Calls") : which) {
            options.include("dev\\.afloat\\.benchmarks\\..*" + part);
        }
        new CallBenchmarks(new Runner(options.build()).run()).print(System.out);
    }

    private void print(PrintStream out) {
        out.println();
        out.println("JDK " + Runtime.version().feature() + ", medians: ns / B / CPU ns per call");
        out.println();
        out.println("| | " + String.join(" | ", PEERS) + " | Afloat / Direct | Afloat / Decorator |");
        out.println("|---|" + "---|".repeat(PEERS.size() + 2));
        results.forEach((scenario, byPeer) -> {
            StringBuilder row = new StringBuilder("| ").append(scenario);
            for (String peer : PEERS) {
                row.append(" | ").append(cell(byPeer.get(peer)));
            }
            row.append(" | ").append(ratio(byPeer.get("Afloat"), byPeer.get("Direct")));
            row.append(" | ").append(ratio(byPeer.get("Afloat"), byPeer.get("Decorator")));
            out.println(row.append(" |"));
        });
    }

    private static String cell(@Nullable RunResult run) {
        return run == null
                ? "–"
                : String.format(
                        Locale.ROOT,
                        "%.0f / %.0f / %.0f",
                        time(run),
                        secondary(run, "gc.alloc.rate.norm"),
                        secondary(run, CpuProfiler.NAME));
    }

    private static String ratio(@Nullable RunResult run, @Nullable RunResult other) {
        return run == null || other == null
                ? "–"
                : String.format(
                        Locale.ROOT,
                        "%.2f, CPU %.2f",
                        time(run) / time(other),
                        secondary(run, CpuProfiler.NAME) / secondary(other, CpuProfiler.NAME));
    }

    private static double time(RunResult run) {
        return run.getPrimaryResult().getStatistics().getPercentile(50);
    }

    private static double secondary(RunResult run, String name) {
        Result<?> result = run.getSecondaryResults().get(name);
        return result == null ? Double.NaN : result.getStatistics().getPercentile(50);
    }
}
