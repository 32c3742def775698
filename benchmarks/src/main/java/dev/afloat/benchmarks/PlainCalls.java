package dev.afloat.benchmarks;

import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

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
    public String s1() {
        return answer(
                false,
                input -> workers.submit(() -> Workload.good(input))
                        .get(Workload.LIMIT.toMillis(), TimeUnit.MILLISECONDS),
                Workload::missed);
    }

    @Benchmark
    public String s2() {
        return answer(false, Workload::good, Workload::missed);
    }

    @Benchmark
    public String s3() {
        return answer(open, Workload::good, Workload::cached);
    }

    @Benchmark
    public String s4() {
        return answer(false, Workload::down, Workload::missed);
    }

    @Benchmark
    public String s5() {
        return answer(false, Workload::poor, Workload::missed);
    }

    @Benchmark
    public String s6() {
        return answer(open, Workload::good, Workload::missed);
    }
}
