package dev.afloat.benchmarks;

import dev.failsafe.CircuitBreaker;
import dev.failsafe.CircuitBreakerBuilder;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.Fallback;
import dev.failsafe.Timeout;
import dev.failsafe.event.ExecutionAttemptedEvent;
import dev.failsafe.function.CheckedFunction;
import java.util.concurrent.ExecutorService;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** The scenarios by Failsafe's policies. */
@State(Scope.Benchmark)
public class FailsafeCalls {
    private final ExecutorService workers = Workload.workers();
    private final FailsafeExecutor<String> healthy = Failsafe.with(lower(Workload::missed), closed());
    private final FailsafeExecutor<String> openHit = Failsafe.with(lower(Workload::cached), open());
    private final FailsafeExecutor<String> openMiss = Failsafe.with(lower(Workload::missed), open());
    private final FailsafeExecutor<String> limited = Failsafe.with(
                    lower(Workload::missed),
                    closed(),
                    Timeout.<String>builder(Workload.LIMIT).withInterrupt().build())
            .with(workers);

    private static Fallback<String> lower(Workload.Call cache) {
        CheckedFunction<ExecutionAttemptedEvent<? extends String>, String> lower = event -> Workload.lower(cache);
        return Fallback.builder(lower)
                .handle(Exception.class)
                .handleResultIf(answer -> !Workload.accepted(answer))
                .build();
    }

    private static CircuitBreakerBuilder<String> breaker() {
        return CircuitBreaker.<String>builder()
                .handleResultIf(answer -> !Workload.accepted(answer))
                .withDelay(Workload.OPEN);
    }

    private static CircuitBreaker<String> closed() {
        return breaker().withFailureThreshold(100, 100).build();
    }

    private static CircuitBreaker<String> open() {
        CircuitBreaker<String> breaker = breaker().build();
        breaker.open();
        return breaker;
    }

    @TearDown
    public void close() {
        workers.shutdownNow();
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s1(Blackhole hole) throws Exception {
        Deep.run(hole, () -> limited.get(() -> Workload.good(Workload.INPUT)));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s2(Blackhole hole) throws Exception {
        Deep.run(hole, () -> healthy.get(() -> Workload.good(Workload.INPUT)));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s3(Blackhole hole) throws Exception {
        Deep.run(hole, () -> openHit.get(() -> Workload.good(Workload.INPUT)));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s4(Blackhole hole) throws Exception {
        Deep.run(hole, () -> healthy.get(() -> Workload.down(Workload.INPUT)));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s5(Blackhole hole) throws Exception {
        Deep.run(hole, () -> healthy.get(() -> Workload.poor(Workload.INPUT)));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s6(Blackhole hole) throws Exception {
        Deep.run(hole, () -> openMiss.get(() -> Workload.good(Workload.INPUT)));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s7(Blackhole hole) throws Exception {
        Deep.run(
                hole,
                () -> limited.getAsync(() -> Workload.good(Workload.INPUT)).join());
    }
}
