package dev.afloat.benchmarks.quality;

import dev.afloat.benchmarks.Choice;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs {@link TextChecks}. Arguments: {@code script=latin}, {@code bytes=2048} to choose some; other words are parts of names of benchmarks. */
public final class QualityBenchmarks {
    private QualityBenchmarks() {}

    /** Takes what to choose. */
    public static void main(String[] args) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.MICROSECONDS)
                .warmupIterations(4)
                .warmupTime(TimeValue.milliseconds(300))
                .measurementIterations(5)
                .measurementTime(TimeValue.milliseconds(300))
                .forks(Integer.getInteger("forks", 1))
                .addProfiler(GCProfiler.class);
        Choice.of(args, "\\.TextChecks\\.", options);
        new Runner(options.build()).run();
    }
}
