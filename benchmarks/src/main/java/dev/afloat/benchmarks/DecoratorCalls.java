package dev.afloat.benchmarks;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.decorators.Decorators;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** The scenarios by Resilience4j's decorators, as its documentation shows them, decorated once. */
@State(Scope.Benchmark)
public class DecoratorCalls {
    private final CircuitBreaker closed = CircuitBreaker.of("closed", Workload.neverOpens());
    private final CircuitBreaker judging = CircuitBreaker.of(
            "judging",
            Workload.breaker()
                    .recordResult(answer -> !Workload.accepted((String) answer))
                    .build());
    private final CircuitBreaker open = CircuitBreaker.of("open", Workload.neverOpens());
    private final TimeLimiter limiter = TimeLimiter.of(
            TimeLimiterConfig.custom().timeoutDuration(Workload.LIMIT).build());
    private final ExecutorService workers = Workload.workers();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(Workload.daemons());

    private final Callable<String> limited = Decorators.ofCallable(TimeLimiter.decorateFutureSupplier(
                    limiter, () -> workers.submit(() -> Workload.good(Workload.INPUT))))
            .withCircuitBreaker(closed)
            .withFallback(failure -> Workload.lower(Workload::missed))
            .decorate();
    private final Callable<String> healthy = decorated(closed, () -> Workload.good(Workload.INPUT), Workload::missed);
    private final Callable<String> openHit = decorated(open, () -> Workload.good(Workload.INPUT), Workload::cached);
    private final Callable<String> down = decorated(closed, () -> Workload.down(Workload.INPUT), Workload::missed);
    private final Callable<String> poor = Decorators.ofCallable(() -> Workload.poor(Workload.INPUT))
            .withCircuitBreaker(judging)
            .withFallback(answer -> !Workload.accepted(answer), answer -> Workload.lower(Workload::missed))
            .decorate();
    private final Callable<String> openMiss = decorated(open, () -> Workload.good(Workload.INPUT), Workload::missed);

    public DecoratorCalls() {
        open.transitionToOpenState();
    }

    private static Callable<String> decorated(CircuitBreaker breaker, Callable<String> model, Workload.Call cache) {
        return Decorators.ofCallable(model)
                .withCircuitBreaker(breaker)
                .withFallback(failure -> Workload.lower(cache))
                .decorate();
    }

    @TearDown
    public void close() {
        workers.shutdownNow();
        timer.shutdownNow();
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s1(Blackhole hole) throws Exception {
        Deep.run(hole, () -> limited.call());
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s2(Blackhole hole) throws Exception {
        Deep.run(hole, () -> healthy.call());
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s3(Blackhole hole) throws Exception {
        Deep.run(hole, () -> openHit.call());
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s4(Blackhole hole) throws Exception {
        Deep.run(hole, () -> down.call());
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s5(Blackhole hole) throws Exception {
        Deep.run(hole, () -> poor.call());
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s6(Blackhole hole) throws Exception {
        Deep.run(hole, () -> openMiss.call());
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s7(Blackhole hole) throws Exception {
        Deep.run(
                hole,
                () -> Decorators.ofCompletionStage(
                                () -> CompletableFuture.supplyAsync(() -> Workload.good(Workload.INPUT), workers))
                        .withTimeLimiter(limiter, timer)
                        .withCircuitBreaker(closed)
                        .withFallback(failure -> Workload.lower(Workload::missed))
                        .get()
                        .toCompletableFuture()
                        .join());
    }
}
