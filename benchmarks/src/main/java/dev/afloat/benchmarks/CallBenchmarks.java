package dev.afloat.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Runs every scenario on every peer in one go, with the allocation profiler. Arguments choose scenarios by a part of their name;
 * none means all.
 */
public final class CallBenchmarks {
    private CallBenchmarks() {}

    /** Takes parts of scenario names. */
    public static void main(String[] args) throws RunnerException {
        String which = args.length == 0 ? "" : "(" + String.join("|", args) + ")";
        new Runner(new OptionsBuilder()
                        .include("dev\\.afloat\\.benchmarks\\..*Calls\\..*" + which)
                        .mode(Mode.AverageTime)
                        .timeUnit(TimeUnit.NANOSECONDS)
                        .warmupIterations(4)
                        .warmupTime(TimeValue.milliseconds(300))
                        .measurementIterations(5)
                        .measurementTime(TimeValue.milliseconds(300))
                        .forks(2)
                        .addProfiler(GCProfiler.class)
                        .build())
                .run();
    }
}
