package dev.afloat;

import static dev.afloat.Eventually.blockUntilInterrupted;
import static dev.afloat.Eventually.eventually;
import static dev.afloat.Eventually.opens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Result;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many callers at once, while the model is at its worst. */
@Tag("real-clock")
@Timeout(120)
class CrowdTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    private final AtomicInteger calls = new AtomicInteger();
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();
    private final CountDownLatch release = new CountDownLatch(1);

    private FallbackChainBuilder<String, String> chain() {
        return FallbackChain.named("crowd");
    }

    /** Ignores interrupts until released. */
    private String deaf(String in) {
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        try {
            while (release.getCount() > 0) {
                try {
                    release.await();
                } catch (InterruptedException ignored) {
                    // deaf
                }
            }
            return in;
        } finally {
            inside.decrementAndGet();
        }
    }

    private static List<Result<String>> crowd(int size, boolean waits, FallbackChain<String, String> chain)
            throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(waits ? size : 1);
        List<CompletableFuture<Result<String>>> futures = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            futures.add(waits ? ask(barrier, chain) : chain.executeAsync("in"));
        }
        List<Result<String>> results = new ArrayList<>();
        for (CompletableFuture<Result<String>> future : futures) {
            results.add(future.get(60, TimeUnit.SECONDS));
        }
        return results;
    }

    private static CompletableFuture<Result<String>> ask(CyclicBarrier barrier, FallbackChain<String, String> chain) {
        CompletableFuture<Result<String>> future = new CompletableFuture<>();
        Thread caller = new Thread(() -> {
            try {
                barrier.await(60, TimeUnit.SECONDS);
                future.complete(chain.execute("in"));
            } catch (Throwable e) {
                future.completeExceptionally(e);
            }
        });
        caller.setDaemon(true);
        caller.start();
        return future;
    }

    /** Hystrix#1867 */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_deaf_model_never_has_more_calls_inside_than_allowed_however_many_time_out(boolean waits) throws Exception {
        try (FallbackChain<String, String> chain = chain().model(
                        "model",
                        this::deaf,
                        tier -> tier.timeLimit(Duration.ofMillis(200))
                                .maxConcurrent(2)
                                .withoutCircuitBreaker())
                .local("net", in -> "net")
                .build()) {
            for (int round = 0; round < 5; round++) {
                assertThat(crowd(8, waits, chain)).extracting(Result::value).containsOnly("net");
            }

            assertThat(most).hasValue(2);
            assertThat(chain.health().tier("model").load().abandoned()).isEqualTo(2);
            release.countDown();
            eventually(
                    "permits are back",
                    () -> chain.health().tier("model").load().inFlight() == 0);
            assertThat(chain.health().tier("model").load().abandoned()).isZero();
        }
    }

    /** failsafe#393 */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void permits_of_calls_that_timed_out_are_there_for_as_many_later_ones(boolean waits) throws Exception {
        CountDownLatch interrupted = new CountDownLatch(8);
        try (FallbackChain<String, String> chain = chain().model(
                        "model",
                        in -> calls.incrementAndGet() <= 8
                                ? blockUntilInterrupted(new CountDownLatch(1), interrupted)
                                : in,
                        tier -> tier.timeLimit(Duration.ofSeconds(1))
                                .maxConcurrent(8)
                                .withoutCircuitBreaker())
                .local("net", in -> "net")
                .build()) {
            assertThat(crowd(8, waits, chain)).extracting(Result::value).containsOnly("net");
            opens("all are interrupted", interrupted);
            eventually(
                    "permits are back",
                    () -> chain.health().tier("model").load().inFlight() == 0);

            assertThat(crowd(8, waits, chain)).extracting(Result::value).containsOnly("in");
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void callers_of_a_client_that_hangs_under_a_lock_are_all_answered_in_time(boolean waits) throws Exception {
        Object lock = new Object();
        try (FallbackChain<String, String> chain = chain().model(
                        "model",
                        in -> {
                            synchronized (lock) {
                                return deaf(in);
                            }
                        },
                        tier -> tier.timeLimit(SHORT))
                .local("net", in -> "net")
                .build()) {
            List<Result<String>> results = crowd(5, waits, chain);

            assertThat(results).extracting(Result::value).containsOnly("net");
            assertThat(results)
                    .allSatisfy(result -> assertThat(result.latency()).isLessThan(Duration.ofSeconds(5)));
            release.countDown();
            eventually(
                    "permits are back",
                    () -> chain.health().tier("model").load().inFlight() == 0);
        }
    }

    /** Hystrix#1357 */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_safety_net_refuses_nobody(boolean waits) throws Exception {
        try (FallbackChain<String, String> chain = chain().model("model", in -> {
                    throw new IOException("down");
                })
                .local("net", in -> "net")
                .build()) {
            List<Result<String>> results = crowd(500, waits, chain);

            assertThat(results).hasSize(500).allSatisfy(result -> {
                assertThat(result.value()).isEqualTo("net");
                assertThat(result.degraded()).isTrue();
            });
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void while_a_probe_is_out_the_crowd_goes_to_the_next_tier(boolean waits) throws Exception {
        CountDownLatch probing = new CountDownLatch(1);
        Duration wait = Duration.ofMillis(200);
        try (FallbackChain<String, String> chain = chain().model(
                        "model",
                        in -> {
                            if (calls.incrementAndGet() == 1) {
                                throw new IOException("down");
                            }
                            probing.countDown();
                            return deaf(in);
                        },
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, wait)))
                .local("net", in -> "net")
                .build()) {
            assertThat(chain.execute("in").value()).isEqualTo("net");
            CompletableFuture<Result<String>> probe = new CompletableFuture<>();
            eventually("the wait is over", () -> {
                CompletableFuture<Result<String>> asked = chain.executeAsync("in");
                asked.thenAccept(probe::complete).isDone();
                return chain.health().tier("model").load().inFlight() == 1;
            });
            opens("the probe is out", probing);

            List<Result<String>> results = crowd(50, waits, chain);

            assertThat(results).allSatisfy(result -> assertThat(result.reason()).contains(FailureKind.CIRCUIT_OPEN));
            assertThat(calls).as("the failure and one probe").hasValue(2);
            release.countDown();
            eventually("it closes", () -> chain.health().tier("model").circuit() == CircuitState.CLOSED);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failures_of_a_burst_are_recorded_once_each(boolean waits) throws Exception {
        CircuitBreaker breaker = CircuitBreaker.of(
                "mine",
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(1_000)
                        .minimumNumberOfCalls(1_000)
                        .build());
        try (FallbackChain<String, String> chain = chain().model(
                        "model",
                        in -> {
                            calls.incrementAndGet();
                            throw new IOException("down");
                        },
                        tier -> tier.circuitBreaker(breaker))
                .local("net", in -> "net")
                .build()) {
            crowd(200, waits, chain);

            assertThat(calls).hasValue(200);
            assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(200);
            assertThat(breaker.getMetrics().getNumberOfBufferedCalls()).isEqualTo(200);
            assertThat(breaker.getMetrics().getNumberOfNotPermittedCalls()).isZero();
        }
    }
}
