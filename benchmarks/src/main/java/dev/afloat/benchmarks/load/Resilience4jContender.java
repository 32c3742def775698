package dev.afloat.benchmarks.load;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.decorators.Decorators;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.util.concurrent.ExecutorService;

/** Resilience4j as its documentation composes it: a time limiter around a future of the user's executor, then the breaker. */
final class Resilience4jContender implements Contender {
    private final Model model;
    private final ExecutorService workers;
    private final CircuitBreaker breaker = CircuitBreaker.of("load", AfloatContender.breaker());
    private final TimeLimiter limiter =
            TimeLimiter.of(TimeLimiterConfig.custom().timeoutDuration(LIMIT).build());

    Resilience4jContender(Model model, Threads threads) {
        this.model = model;
        this.workers = threads.workers();
    }

    @Override
    public String ask(int caller) throws Exception {
        return Decorators.ofCallable(
                        TimeLimiter.decorateFutureSupplier(limiter, () -> workers.submit(() -> model.answer(caller))))
                .withCircuitBreaker(breaker)
                .withFallback(failure -> LOCAL)
                .call();
    }
}
