package dev.afloat;

import static dev.afloat.Eventually.eventually;
import static dev.afloat.Eventually.opens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.TimeLimits;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.Result;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a review saw of waits for a permit on real threads. Each states what ought to hold. */
@Tag("real-clock")
@Timeout(120)
class Review4WaitTest {

    @Test
    void waits_that_are_over_do_not_stay_in_the_queue() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        CountDownLatch entered = new CountDownLatch(1);
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("queue")
                .model(
                        "model",
                        in -> {
                            entered.countDown();
                            leave.await();
                            return in;
                        },
                        tier -> tier.timeLimit(Duration.ofMinutes(5))
                                .maxConcurrent(1)
                                .maxWait(Duration.ofNanos(1))
                                .withoutCircuitBreaker())
                .local("net", in -> "net")
                .build();
        CompletableFuture<Result<String>> inside = chain.executeAsync("first");
        assertThat(inside).isNotDone();
        opens("inside", entered);
        List<CompletableFuture<Result<String>>> all = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            all.add(chain.executeAsync("in"));
            if (i % 200 == 0) {
                CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
            }
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        int waiting = chain.health().tier("model").waiting();
        leave.countDown();
        chain.close();
        assertThat(waiting).as("all 20,000 have been answered").isZero();
    }

    @Test
    void no_call_is_made_once_the_chain_is_closed() throws Exception {
        int late = 0;
        for (int round = 0; round < 100; round++) {
            AtomicBoolean closing = new AtomicBoolean();
            AtomicInteger lateCalls = new AtomicInteger();
            CountDownLatch entered = new CountDownLatch(1);
            FallbackChain<String, String> chain = FallbackChain.<String, String>named("closing")
                    .model(
                            "model",
                            in -> {
                                if (closing.get()) {
                                    lateCalls.incrementAndGet();
                                }
                                if (in.equals("first")) {
                                    entered.countDown();
                                    new CountDownLatch(1).await();
                                }
                                return in;
                            },
                            tier -> tier.withoutTimeLimit()
                                    .maxConcurrent(1)
                                    .maxWait(Duration.ofMinutes(1))
                                    .withoutCircuitBreaker())
                    .local("net", in -> "net")
                    .build();
            CompletableFuture<Result<String>> inside = chain.executeAsync("first");
            assertThat(inside).isNotDone();
            opens("inside", entered);
            List<CompletableFuture<Result<String>>> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                CompletableFuture<Result<String>> one = new CompletableFuture<>();
                all.add(one);
                Thread thread = new Thread(() -> {
                    try {
                        one.complete(chain.execute("in"));
                    } catch (ChainClosedException e) {
                        one.completeExceptionally(e);
                    }
                });
                thread.setDaemon(true);
                thread.start();
            }
            eventually("all wait", () -> chain.health().tier("model").waiting() == 40);
            closing.set(true); // just before: what is called from here on could be called at the same moment
            chain.close();
            for (CompletableFuture<Result<String>> one : all) {
                one.handle((result, failure) -> "").get(60, TimeUnit.SECONDS);
            }
            late += lateCalls.get();
        }
        assertThat(late).as("calls of the model while or after close()").isZero();
    }

    @Test
    void no_more_than_one_call_for_each_permit_gets_in_before_a_failure_is_recorded() throws Exception {
        CountDownLatch recorded = new CountDownLatch(1);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch fail = new CountDownLatch(1);
        AtomicInteger calls = new AtomicInteger();
        TimeLimiter limiter = TimeLimiter.of("slow listener", TimeLimits.of(Duration.ofMinutes(5)));
        limiter.getEventPublisher().onError(event -> {
            try {
                recorded.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("ahead")
                .model(
                        "model",
                        in -> {
                            calls.incrementAndGet();
                            entered.countDown();
                            fail.await();
                            throw new IllegalStateException("down");
                        },
                        tier -> tier.timeLimit(limiter)
                                .maxConcurrent(1)
                                .maxWait(Duration.ofMinutes(1))
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(9))))
                .local("net", in -> "net")
                .build();
        for (int i = 0; i < 10; i++) {
            Thread thread = new Thread(() -> chain.execute("in"));
            thread.setDaemon(true);
            thread.start();
        }
        opens("inside", entered);
        eventually("nine wait", () -> chain.health().tier("model").waiting() == 9);
        fail.countDown();
        eventually("quiet", () -> chain.health().tier("model").waiting() == 0);
        eventually("quiet", () -> chain.health().tier("model").inFlight() == 0);
        int got = calls.get();
        recorded.countDown();
        chain.close();
        assertThat(got).isLessThanOrEqualTo(2);
    }
}
