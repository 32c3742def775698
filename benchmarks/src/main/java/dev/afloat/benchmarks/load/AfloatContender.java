package dev.afloat.benchmarks.load;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;

/** A chain with default permits, and a budget. Its own workers, where they are of the kind that is asked for. */
final class AfloatContender implements Contender {
    private static final Duration BUDGET = Duration.ofMillis(1500);

    private final WatchedTime time = new WatchedTime();
    private final FallbackChain<Integer, String> chain;
    private final boolean async;

    private AfloatContender(Model model, Threads threads, boolean async) {
        FallbackChainBuilder<Integer, String> builder = FallbackChain.<Integer, String>named("load")
                .within(BUDGET)
                .model("model", model::answer, tier -> tier.timeLimit(LIMIT).circuitBreaker(breaker()))
                .local("local", caller -> LOCAL)
                .timeSource(time);
        if (!threads.byDefault()) {
            builder.workers(threads.workers());
        }
        this.chain = builder.build();
        this.async = async;
    }

    static AfloatContender waiting(Model model, Threads threads) {
        return new AfloatContender(model, threads, false);
    }

    static AfloatContender async(Model model, Threads threads) {
        return new AfloatContender(model, threads, true);
    }

    static CircuitBreakerConfig breaker() {
        return CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(WINDOW)
                .minimumNumberOfCalls(WINDOW)
                .failureRateThreshold(100f * FAILURES / WINDOW)
                .waitDurationInOpenState(OPEN)
                .build();
    }

    @Override
    public String ask(int caller) {
        return async
                ? chain.executeAsync(caller).join().value()
                : chain.execute(caller).value();
    }

    @Override
    public int timers() {
        return time.pending();
    }
}
