package dev.afloat.benchmarks;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** The scenarios by Resilience4j's permit calls in hand-written code: the leanest that it can be used. */
@State(Scope.Benchmark)
public class DirectCalls {
    private final CircuitBreaker closed = CircuitBreaker.of("closed", Workload.neverOpens());
    private final CircuitBreaker judging = CircuitBreaker.of(
            "judging",
            Workload.breaker()
                    .recordResult(answer -> !Workload.accepted((String) answer))
                    .build());
    private final CircuitBreaker open = CircuitBreaker.of("open", Workload.neverOpens());
    private final ExecutorService workers = Workload.workers();

    public DirectCalls() {
        open.transitionToOpenState();
    }

    @TearDown
    public void close() {
        workers.shutdownNow();
    }

    private static String answer(CircuitBreaker breaker, Workload.Call model, Workload.Call cache) {
        if (breaker.tryAcquirePermission()) {
            long start = System.nanoTime();
            try {
                String answer = model.call(Workload.INPUT);
                breaker.onResult(System.nanoTime() - start, TimeUnit.NANOSECONDS, answer);
                if (answer != null && Workload.accepted(answer)) {
                    return answer;
                }
            } catch (Exception e) {
                breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, e);
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
                        closed,
                        input -> workers.submit(() -> Workload.good(input))
                                .get(Workload.LIMIT.toMillis(), TimeUnit.MILLISECONDS),
                        Workload::missed));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s2(Blackhole hole) throws Exception {
        Deep.run(hole, () -> answer(closed, Workload::good, Workload::missed));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s3(Blackhole hole) throws Exception {
        Deep.run(hole, () -> answer(open, Workload::good, Workload::cached));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s4(Blackhole hole) throws Exception {
        Deep.run(hole, () -> answer(closed, Workload::down, Workload::missed));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s5(Blackhole hole) throws Exception {
        Deep.run(hole, () -> answer(judging, Workload::poor, Workload::missed));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s6(Blackhole hole) throws Exception {
        Deep.run(hole, () -> answer(open, Workload::good, Workload::missed));
    }
}
