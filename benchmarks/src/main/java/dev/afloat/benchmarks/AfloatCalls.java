package dev.afloat.benchmarks;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.call.ModelCall;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.Optional;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.Blackhole;

/** The scenarios by Afloat: default permit bound, budget and attempts included. */
@State(Scope.Benchmark)
public class AfloatCalls {
    private final FallbackChain<String, String> healthy = chain(Workload::good, Workload::missed, inline());
    private final FallbackChain<String, String> openHit = chain(Workload::good, Workload::cached, open());
    private final FallbackChain<String, String> down = chain(Workload::down, Workload::missed, inline());
    private final FallbackChain<String, String> poor = chain(
            Workload::poor, Workload::missed, inline().andThen(tier -> tier.check("accepted", Workload::accepted)));
    private final FallbackChain<String, String> openMiss = chain(Workload::good, Workload::missed, open());
    private final FallbackChain<String, String> limited = chain(
            Workload::good,
            Workload::missed,
            tier -> tier.timeLimit(Workload.LIMIT).circuitBreaker(Workload.neverOpens()));

    private static Consumer<TierSettings<String, String>> inline() {
        return tier -> tier.withoutTimeLimit().circuitBreaker(Workload.neverOpens());
    }

    private static Consumer<TierSettings<String, String>> open() {
        CircuitBreaker breaker = CircuitBreaker.of("open", Workload.neverOpens());
        breaker.transitionToOpenState();
        return tier -> tier.withoutTimeLimit().circuitBreaker(breaker);
    }

    private static FallbackChain<String, String> chain(
            ModelCall<String, String> model, Workload.Call cache, Consumer<TierSettings<String, String>> settings) {
        return FallbackChain.<String, String>named("benchmark")
                .within(Workload.BUDGET)
                .model("model", model, settings)
                .lookup("cache", input -> Optional.ofNullable(cache.call(input)))
                .local("local", Workload::local)
                .build();
    }

    @TearDown
    public void close() {
        limited.close();
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s1(Blackhole hole) throws Exception {
        Deep.run(hole, () -> limited.execute(Workload.INPUT));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s2(Blackhole hole) throws Exception {
        Deep.run(hole, () -> healthy.execute(Workload.INPUT));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s3(Blackhole hole) throws Exception {
        Deep.run(hole, () -> openHit.execute(Workload.INPUT));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s4(Blackhole hole) throws Exception {
        Deep.run(hole, () -> down.execute(Workload.INPUT));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s5(Blackhole hole) throws Exception {
        Deep.run(hole, () -> poor.execute(Workload.INPUT));
    }

    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s6(Blackhole hole) throws Exception {
        Deep.run(hole, () -> openMiss.execute(Workload.INPUT));
    }

    /** The chain calls a blocking model on its own workers, as its peers do by {@code supplyAsync}. */
    @Benchmark
    @OperationsPerInvocation(Deep.CALLS)
    public void s7(Blackhole hole) throws Exception {
        Deep.run(hole, () -> limited.executeAsync(Workload.INPUT).join());
    }
}
