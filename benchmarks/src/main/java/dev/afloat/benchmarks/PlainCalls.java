package dev.afloat.benchmarks;

import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** The scenarios by hand, without any protection: the floor. */
@State(Scope.Benchmark)
public class PlainCalls {
    private final ExecutorService workers = Workload.workers();

    /** Whether the model is called at all, as a field so that the compiler cannot know. */
    private boolean open = true;

    @TearDown
    public void close() {
        workers.shutdownNow();
    }

    private static String answer(boolean skip, Workload.Call model, Workload.Call cache) {
        if (!skip) {
            try {
                String answer = model.call(Workload.INPUT);
                if (Workload.accepted(answer)) {
                    return Objects.requireNonNull(answer);
                }
            } catch (Exception e) {
                return Workload.lower(cache);
            }
        }
        return Workload.lower(cache);
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s1(Blackhole hole) throws Exception {
        Deep.run(
                hole,
                () -> answer(
                        false,
                        input -> workers.submit(() -> Workload.good(input))
                                .get(Workload.LIMIT.toMillis(), TimeUnit.MILLISECONDS),
                        Workload::missed));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s2(Blackhole hole) throws Exception {
        Deep.run(hole, () -> answer(false, Workload::good, Workload::missed));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s3(Blackhole hole) throws Exception {
        Deep.run(hole, () -> answer(open, Workload::good, Workload::cached));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s4(Blackhole hole) throws Exception {
        Deep.run(hole, () -> answer(false, Workload::down, Workload::missed));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s5(Blackhole hole) throws Exception {
        Deep.run(hole, () -> answer(false, Workload::poor, Workload::missed));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s6(Blackhole hole) throws Exception {
        Deep.run(hole, () -> answer(open, Workload::good, Workload::missed));
    }
}
