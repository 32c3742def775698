package dev.afloat.benchmarks.metrics;

import dev.afloat.benchmarks.Choice;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs {@link WatchedCalls}. Arguments are parts of its benchmarks' names. */
public final class MetricsBenchmarks {
    private MetricsBenchmarks() {}

    /** Takes what to choose. */
    public static void main(String[] args) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .warmupIterations(4)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(5)
                .measurementTime(TimeValue.milliseconds(500))
                .forks(Integer.getInteger("forks", 2))
                .addProfiler(GCProfiler.class);
        Choice.of(args, "\\.benchmarks\\.metrics\\.", options);
        new Runner(options.build()).run();
    }
}
