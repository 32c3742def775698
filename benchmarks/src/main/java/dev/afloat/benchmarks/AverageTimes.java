package dev.afloat.benchmarks;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs the benchmarks of a package for the average time and the bytes of a call, in as many forks as {@code -Dforks} says, two if it does not. */
public final class AverageTimes {
    private AverageTimes() {}

    /**
     * Runs those of {@code packages}.
     *
     * @param args as {@link Choice} takes them
     */
    public static void run(String[] args, String packages) throws RunnerException {
        ChainedOptionsBuilder options = new OptionsBuilder()
                .mode(Mode.AverageTime)
                .timeUnit(TimeUnit.NANOSECONDS)
                .warmupIterations(4)
                .warmupTime(TimeValue.milliseconds(500))
                .measurementIterations(5)
                .measurementTime(TimeValue.milliseconds(500))
                .forks(Integer.getInteger("forks", 2))
                .addProfiler(GCProfiler.class);
        Choice.of(args, packages, options);
        new Runner(options.build()).run();
    }
}
