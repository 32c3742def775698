package dev.afloat.benchmarks;

import io.smallrye.faulttolerance.api.TypedGuard;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.Callable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.infra.Blackhole;

/** The scenarios by SmallRye Fault Tolerance's programmatic API. */
@State(Scope.Benchmark)
public class SmallRyeCalls {
    @SuppressWarnings("StaticAssignmentOfThrowable") // as lean as it can be
    private static final IllegalStateException POOR = new IllegalStateException("poor");

    private final TypedGuard<String> healthy = guard(Workload::missed).build();
    private final TypedGuard<String> openHit = open(Workload::cached);
    private final TypedGuard<String> openMiss = open(Workload::missed);
    private final TypedGuard<String> limited = guard(Workload::missed)
            .withTimeout()
            .duration(Workload.LIMIT.toMillis(), ChronoUnit.MILLIS)
            .done()
            .withThreadOffload(true)
            .build();

    private static TypedGuard.Builder<String> guard(Workload.Call cache) {
        return TypedGuard.create(String.class)
                .withCircuitBreaker()
                .requestVolumeThreshold(100)
                .failureRatio(1)
                .delay(Workload.OPEN.toMillis(), ChronoUnit.MILLIS)
                .done()
                .withFallback()
                .handler(() -> Workload.lower(cache))
                .done();
    }

    private static TypedGuard<String> open(Workload.Call cache) {
        TypedGuard<String> guard = guard(cache).build();
        for (int i = 0; i < 100; i++) {
            guard.get(() -> {
                throw new IllegalStateException("opens the breaker");
            });
        }
        return guard;
    }

    private static String call(TypedGuard<String> guard, Callable<String> model) throws Exception {
        return guard.call(model);
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s1(Blackhole hole) throws Exception {
        Deep.run(hole, () -> call(limited, () -> Workload.good(Workload.INPUT)));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s2(Blackhole hole) throws Exception {
        Deep.run(hole, () -> call(healthy, () -> Workload.good(Workload.INPUT)));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s3(Blackhole hole) throws Exception {
        Deep.run(hole, () -> call(openHit, () -> Workload.good(Workload.INPUT)));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s4(Blackhole hole) throws Exception {
        Deep.run(hole, () -> call(healthy, () -> Workload.down(Workload.INPUT)));
    }

    /** Quality is the action's own business: it throws. */
    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s5(Blackhole hole) throws Exception {
        Deep.run(
                hole,
                () -> call(healthy, () -> {
                    String answer = Workload.poor(Workload.INPUT);
                    if (!Workload.accepted(answer)) {
                        throw POOR;
                    }
                    return answer;
                }));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s6(Blackhole hole) throws Exception {
        Deep.run(hole, () -> call(openMiss, () -> Workload.good(Workload.INPUT)));
    }
}
