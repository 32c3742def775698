package dev.afloat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.event.CircuitState;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerRegistry;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import io.github.resilience4j.timelimiter.TimeLimiterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A breaker and a limiter that the user has already, with listeners bound to them: they see what the chain does. */
@Tag("real-clock")
@Timeout(60)
class UsersOwnPartsTest {
    private final CircuitBreakerRegistry breakers = CircuitBreakerRegistry.of(CircuitBreakerConfig.custom()
            .slidingWindowSize(3)
            .minimumNumberOfCalls(3)
            .failureRateThreshold(100)
            .build());
    private final TimeLimiterRegistry limiters = TimeLimiterRegistry.of(
            TimeLimiterConfig.custom().timeoutDuration(Duration.ofMillis(200)).build());
    private final List<String> events = new CopyOnWriteArrayList<>();

    enum Form {
        WAITING,
        ASYNC
    }

    private String model(String input) throws Exception {
        switch (input) {
            case "down" -> throw new IOException("down");
            case "hang" ->
                assertThat(new CountDownLatch(1).await(30, TimeUnit.SECONDS)).isFalse();
            default -> {}
        }
        return "answer";
    }

    private FallbackChain<String, String> chain() {
        CircuitBreaker breaker = breakers.circuitBreaker("llm");
        TimeLimiter limiter = limiters.timeLimiter("llm");
        breaker.getEventPublisher()
                .onSuccess(event -> events.add("breaker success"))
                .onError(event -> events.add("breaker error"))
                .onStateTransition(event ->
                        events.add("breaker " + event.getStateTransition().getToState()))
                .onCallNotPermitted(event -> events.add("breaker refused"));
        limiter.getEventPublisher()
                .onSuccess(event -> events.add("limiter success"))
                .onError(event -> events.add("limiter error"))
                .onTimeout(event -> events.add("limiter timeout"));
        return FallbackChain.<String, String>named("own-parts")
                .model(
                        "model",
                        this::model,
                        tier -> tier.circuitBreaker(breaker).timeLimit(limiter))
                .local("local", input -> "local")
                .build();
    }

    private static String call(FallbackChain<String, String> chain, Form form, String input) throws Exception {
        return form == Form.WAITING
                ? chain.execute(input).value()
                : chain.executeAsync(input).get(30, TimeUnit.SECONDS).value();
    }

    @ParameterizedTest
    @EnumSource(Form.class)
    void their_listeners_and_metrics_see_every_call(Form form) throws Exception {
        try (FallbackChain<String, String> chain = chain()) {
            String good = call(chain, form, "good");
            List<String> answers = List.of(
                    call(chain, form, "down"),
                    call(chain, form, "hang"),
                    call(chain, form, "down"),
                    call(chain, form, "good"));

            assertThat(good).isEqualTo("answer");
            assertThat(answers).containsOnly("local");
            assertThat(events)
                    .containsExactly(
                            "limiter success",
                            "breaker success",
                            "limiter error",
                            "breaker error",
                            "limiter timeout",
                            "breaker error",
                            "limiter error",
                            "breaker error",
                            "breaker OPEN",
                            "breaker refused");
            assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
        }
        CircuitBreaker.Metrics metrics = breakers.circuitBreaker("llm").getMetrics();
        assertThat(metrics.getNumberOfFailedCalls()).isEqualTo(3);
        assertThat(metrics.getNumberOfNotPermittedCalls()).isEqualTo(1);
    }
}
