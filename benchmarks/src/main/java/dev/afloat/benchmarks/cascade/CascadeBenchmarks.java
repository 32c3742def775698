package dev.afloat.benchmarks.cascade;

import dev.afloat.benchmarks.AverageTimes;
import org.openjdk.jmh.runner.RunnerException;

/** Runs {@link SharedCalls} and {@link CacheHits}. Arguments are parts of their benchmarks' names; {@code micros=0} chooses a model. */
public final class CascadeBenchmarks {
    private CascadeBenchmarks() {}

    /** Takes what to choose. */
    public static void main(String[] args) throws RunnerException {
        AverageTimes.run(args, "\\.benchmarks\\.cascade\\.");
    }
}
