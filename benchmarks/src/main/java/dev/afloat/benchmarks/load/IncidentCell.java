package dev.afloat.benchmarks.load;

import com.sun.management.OperatingSystemMXBean;
import dev.afloat.testkit.AvailabilityReport;
import dev.afloat.testkit.IncidentStream;
import dev.afloat.testkit.Script;
import dev.afloat.testkit.Step;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.stream.IntStream;

/** What the testkit's incidents cost, as somebody's tests play them: run in a JVM of its own by {@link Replay}. */
public final class IncidentCell {
    private static final int THIRTY = 30;
    private static final int LONG = 99_990;
    private static final int LONG_RUNS = 10;

    private IncidentCell() {}

    /** Takes no arguments. */
    public static void main(String[] args) {
        Figures figures = new Figures();
        figures.put("first", play(THIRTY));
        figures.put("second", play(THIRTY));
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        double best = 0;
        for (int i = 0; i < LONG_RUNS; i++) {
            long before = system.getProcessCpuTime();
            play(LONG);
            best = Math.max(best, LONG / ((system.getProcessCpuTime() - before) / 1e9));
        }
        figures.put("rate", best);
        figures.print(System.out);
    }

    /** Returns how long it took, in milliseconds. */
    private static double play(int requests) {
        long start = System.nanoTime();
        AvailabilityReport<String> report =
                incident(requests).play("model", request -> "model", (time, stub) -> Scene.INCIDENT.chain(time, stub));
        if (report.answered() != requests) {
            throw new AssertionError(report.summary());
        }
        return (System.nanoTime() - start) / 1e6;
    }

    /** The built-in incident, over and over, with numbers for inputs. */
    private static IncidentStream<Integer> incident(int requests) {
        IncidentStream<String> thirty = IncidentStream.thirtyRequests(true);
        Script script = Script.of(IntStream.range(0, requests)
                .mapToObj(request -> thirty.script().step(request % THIRTY))
                .toArray(Step[]::new));
        return new IncidentStream<>(
                IntStream.range(0, requests).boxed().toList(), Duration.ofSeconds(1), script, thirty.patience());
    }
}
