package dev.afloat.benchmarks;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.call.ModelCall;
import dev.afloat.outcome.Result;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.Optional;
import java.util.function.Consumer;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

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
    public Result<String> s1() {
        return limited.execute(Workload.INPUT);
    }

    @Benchmark
    public Result<String> s2() {
        return healthy.execute(Workload.INPUT);
    }

    @Benchmark
    public Result<String> s3() {
        return openHit.execute(Workload.INPUT);
    }

    @Benchmark
    public Result<String> s4() {
        return down.execute(Workload.INPUT);
    }

    @Benchmark
    public Result<String> s5() {
        return poor.execute(Workload.INPUT);
    }

    @Benchmark
    public Result<String> s6() {
        return openMiss.execute(Workload.INPUT);
    }

    /** The chain calls a blocking model on its own workers, as its peers do by {@code supplyAsync}. */
    @Benchmark
    public Result<String> s7() {
        return limited.executeAsync(Workload.INPUT).join();
    }
}
