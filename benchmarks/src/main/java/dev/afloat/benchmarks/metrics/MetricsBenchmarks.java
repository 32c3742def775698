package dev.afloat.benchmarks.metrics;

import dev.afloat.benchmarks.AverageTimes;
import org.openjdk.jmh.runner.RunnerException;

/** Runs {@link WatchedCalls}. Arguments are parts of its benchmarks' names. */
public final class MetricsBenchmarks {
    private MetricsBenchmarks() {}

    /** Takes what to choose. */
    public static void main(String[] args) throws RunnerException {
        AverageTimes.run(args, "\\.benchmarks\\.metrics\\.");
    }
}
