package dev.afloat.benchmarks.load;

import dev.failsafe.CircuitBreaker;
import dev.failsafe.Failsafe;
import dev.failsafe.FailsafeExecutor;
import dev.failsafe.Fallback;
import dev.failsafe.Timeout;

/** Failsafe: its waiting form calls the model on the caller's thread, which it can only interrupt. */
final class FailsafeContender implements Contender {
    private final Model model;
    private final boolean async;
    private final FailsafeExecutor<String> policies;

    private FailsafeContender(Model model, Threads threads, boolean async) {
        this.model = model;
        this.async = async;
        this.policies = Failsafe.with(
                        Fallback.of(LOCAL),
                        CircuitBreaker.<String>builder()
                                .withFailureThreshold(FAILURES, WINDOW)
                                .withDelay(OPEN)
                                .build(),
                        Timeout.<String>builder(LIMIT).withInterrupt().build())
                .with(threads.workers());
    }

    static FailsafeContender waiting(Model model, Threads threads) {
        return new FailsafeContender(model, threads, false);
    }

    static FailsafeContender async(Model model, Threads threads) {
        return new FailsafeContender(model, threads, true);
    }

    @Override
    public String ask(int caller) {
        return async ? policies.getAsync(() -> model.answer(caller)).join() : policies.get(() -> model.answer(caller));
    }
}
