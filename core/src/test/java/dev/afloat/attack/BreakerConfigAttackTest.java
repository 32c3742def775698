package dev.afloat.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Result;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Configurations of the user's that throw, or that never heard of our outcomes. */
@Tag("real-clock")
@Timeout(30)
class BreakerConfigAttackTest {

    private static CircuitBreaker breaker(Consumer<CircuitBreakerConfig.Builder> change) {
        CircuitBreakerConfig.Builder config = CircuitBreakerConfig.custom()
                .slidingWindowSize(2)
                .minimumNumberOfCalls(2)
                .failureRateThreshold(100)
                .permittedNumberOfCallsInHalfOpenState(2);

        change.accept(config);
        return CircuitBreaker.of("user", config.build());
    }

    private static FallbackChain<String, String> failing(CircuitBreaker breaker, AtomicInteger calls) {
        return FallbackChain.<String, String>named("feature")
                .model(
                        "model",
                        input -> {
                            calls.incrementAndGet();
                            throw new IllegalStateException();
                        },
                        tier -> tier.circuitBreaker(breaker).withoutTimeLimit())
                .local("local", input -> "local")
                .build();
    }

    @Test
    void a_hook_that_throws_after_the_outcome_was_recorded_grants_no_further_probe() {
        CircuitBreaker breaker = breaker(config -> config.slidingWindowSize(10)
                .minimumNumberOfCalls(10)
                .permittedNumberOfCallsInHalfOpenState(3)
                .transitionOnResult(result -> {
                    throw new IllegalStateException("the user's");
                }));
        breaker.transitionToOpenState();
        breaker.transitionToHalfOpenState();
        AtomicInteger calls = new AtomicInteger();
        try (FallbackChain<String, String> chain = failing(breaker, calls)) {
            chain.execute("x");
            chain.execute("x");
            assertThat(breaker.getMetrics().getNumberOfBufferedCalls()).isEqualTo(2);
            int free = 0;
            while (breaker.tryAcquirePermission()) {
                free++;
            }
            assertThat(free).isEqualTo(1);
        }
    }

    @Test
    void an_interval_function_that_throws_once_does_not_shut_a_closed_breaker_for_ever() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        CircuitBreaker breaker = breaker(config -> config.waitIntervalFunctionInOpenState(attempt -> {
            if (asked.getAndIncrement() == 0) {
                throw new IndexOutOfBoundsException("no wait for attempt " + attempt);
            }
            return 100L;
        }));
        recovers(breaker, asked);
    }

    @Test
    void an_interval_function_that_throws_once_does_not_shut_a_half_open_breaker_for_ever() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        CircuitBreaker breaker = breaker(config -> config.waitIntervalFunctionInOpenState(attempt -> {
            if (asked.getAndIncrement() == 1) {
                throw new IndexOutOfBoundsException("no wait for attempt " + attempt);
            }
            return 100L;
        }));
        breaker.transitionToOpenState();
        breaker.transitionToHalfOpenState();
        recovers(breaker, asked);
    }

    private static void recovers(CircuitBreaker breaker, AtomicInteger asked) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        Result<String> last = null;
        try (FallbackChain<String, String> chain = failing(breaker, calls)) {
            for (int i = 0; i < 5; i++) {
                last = chain.execute("x");
            }
            int before = calls.get();
            boolean calledAgain = false;
            for (int i = 0; i < 8 && !calledAgain; i++) {
                Pauses.pause(150);
                last = chain.execute("x");
                calledAgain = calls.get() > before;
            }
            assertThat(asked.get()).isPositive();
            assertThat(calledAgain)
                    .as("breaker %s, %s", breaker.getState(), last.attempts())
                    .isTrue();
        }
    }
}
