package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.event.ChainEvent;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Result;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A model answers, and well, after its limit has fired: nobody takes note, neither caller, cache, breaker nor listener. */
@Tag("real-clock")
@Timeout(60)
class LateAnswerTest {
    private static final Duration LIMIT = Duration.ofMillis(300);

    private final CountDownLatch late = new CountDownLatch(1);
    private final CompletableFuture<String> stage = new CompletableFuture<>();
    private final AtomicInteger calls = new AtomicInteger();
    private final List<String> events = new CopyOnWriteArrayList<>();
    private final CircuitBreaker breaker = CircuitBreaker.of(
            "model",
            CircuitBreakerConfig.custom()
                    .slidingWindowSize(100)
                    .minimumNumberOfCalls(100)
                    .build());
    private final TimeLimiter limiter = TimeLimiter.of(LIMIT);
    private final ResponseCache<String, String> cache = ResponseCache.<String, String>builder()
            .key(question -> question)
            .scope(Scope.shared())
            .build();

    @AfterEach
    void let_go() {
        late.countDown();
    }

    private FallbackChain<String, String> chain(boolean staged) {
        limiter.getEventPublisher().onEvent(event -> events.add("limiter " + event.getEventType()));
        return FallbackChain.<String, String>named("late")
                .asyncModel(
                        "model",
                        question -> staged && calls.incrementAndGet() == 1
                                ? stage
                                : CompletableFuture.completedFuture(staged ? "answer" : deaf()),
                        tier -> tier.timeLimit(limiter).circuitBreaker(breaker))
                .tier(cache.tier("cache"))
                .local("static", question -> "static")
                .listener(event -> events.add(named(event)))
                .build();
    }

    private static String named(ChainEvent event) {
        return event.getClass().getSimpleName();
    }

    /** The first call hears no interrupt. */
    private String deaf() {
        boolean first = calls.incrementAndGet() == 1;
        while (first && late.getCount() > 0) {
            try {
                late.await();
            } catch (InterruptedException ignored) {
                // deaf
            }
        }
        return "answer";
    }

    private static Result<String> ask(FallbackChain<String, String> chain, String question, boolean waits)
            throws Exception {
        return waits ? chain.execute(question) : chain.executeAsync(question).get(30, TimeUnit.SECONDS);
    }

    /** Hystrix#1923 */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void an_answer_after_the_limit_is_nobodys(boolean staged, boolean waits) throws Exception {
        try (FallbackChain<String, String> chain = chain(staged)) {
            Result<String> result = ask(chain, "q", waits);
            assertThat(result.value()).isEqualTo("static");
            assertThat(result.reason()).contains(FailureKind.TIMEOUT);

            late.countDown();
            stage.complete("answer");
            await(
                    "the late call ends",
                    () -> chain.health().tier("model").load().inFlight() == 0);

            assertThat(result.value()).isEqualTo("static");
            assertThat(events).containsExactly("limiter TIMEOUT", "FellBack", "FellBack", "Answered");
            assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(1);
            assertThat(breaker.getMetrics().getNumberOfBufferedCalls())
                    .as("recorded once")
                    .isEqualTo(1);

            assertThat(ask(chain, "other", waits).value()).isEqualTo("answer");
            assertThat(breaker.getMetrics().getNumberOfSuccessfulCalls()).isEqualTo(1);
            // By then the late one would have been kept too.
            await("the other answer is kept", () -> cache.find("other").isPresent());
            assertThat(cache.find("q")).isEmpty();
        }
    }

    private static void await(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(200_000);
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }
}
