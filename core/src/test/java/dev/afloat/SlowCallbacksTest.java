package dev.afloat;

import static dev.afloat.Eventually.blockUntilInterrupted;
import static dev.afloat.Eventually.eventually;
import static dev.afloat.Eventually.opens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Result;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Callbacks that take their time, while other requests have limits to keep. */
@Tag("real-clock")
@Timeout(120)
class SlowCallbacksTest {
    private static final Duration SHORT = Duration.ofMillis(400);
    private static final Duration AMPLE = SHORT.multipliedBy(5);

    private final CountDownLatch release = new CountDownLatch(1);
    private final CountDownLatch blocked = new CountDownLatch(4);

    private String block(String in) {
        if (in.equals("slow")) {
            blocked.countDown();
            while (release.getCount() > 0) {
                try {
                    release.await();
                } catch (InterruptedException ignored) {
                    // deaf
                }
            }
        }
        return in;
    }

    private void blockUnlessQuick(boolean blocks) {
        if (blocks && !Thread.currentThread().getName().equals("quick")) {
            block("slow");
        }
    }

    /** resilience4j#1796, resilience4j#2337 */
    @ParameterizedTest
    @ValueSource(strings = {"net", "listener", "limiter", "hook", "accepted", "dependent", "check"})
    void blocking_callbacks_make_no_other_limit_late(String where) throws Exception {
        TimeLimiter limiter = TimeLimiter.of(SHORT);
        limiter.getEventPublisher().onTimeout(event -> blockUnlessQuick(where.equals("limiter")));
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("callbacks")
                .modelWithContext(
                        "model",
                        (in, context) -> {
                            if (where.equals("hook")) {
                                context.onCancel(() -> block(in));
                            }
                            if (Set.of("check", "accepted").contains(where) && in.equals("slow")) {
                                return in;
                            }
                            return blockUntilInterrupted(new CountDownLatch(1), new CountDownLatch(1));
                        },
                        tier -> tier.timeLimit(limiter)
                                .withoutCircuitBreaker()
                                .check(
                                        "slow",
                                        out -> !where.equals("check")
                                                || block(out).isEmpty()))
                .local("net", in -> where.equals("net") ? block(in) : in)
                .listener(event -> blockUnlessQuick(where.equals("listener")))
                .onAccepted((in, out, context) -> block(in))
                .build()) {
            List<CompletableFuture<Result<String>>> slow = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                slow.add(chain.executeAsync("slow").whenComplete((result, thrown) -> {
                    if (where.equals("dependent")) {
                        block("slow");
                    }
                }));
            }
            if (Set.of("hook", "accepted").contains(where)) { // they run aside: two block, the others queue
                eventually("callbacks block", () -> blocked.getCount() == 2);
                for (CompletableFuture<Result<String>> future : slow) {
                    assertThat(future.get(30, TimeUnit.SECONDS).value()).isEqualTo("slow");
                }
            } else {
                opens("callbacks block", blocked);
            }

            assertInTime(chain, where);
            release.countDown();
            for (CompletableFuture<Result<String>> future : slow) {
                assertThat(future.get(30, TimeUnit.SECONDS).degraded()).isEqualTo(!where.equals("accepted"));
            }
        }
    }

    private static void assertInTime(FallbackChain<String, String> chain, String where) throws Exception {
        CompletableFuture<Result<String>> quick = new CompletableFuture<>();
        Thread caller = new Thread(
                () -> {
                    try {
                        quick.complete(chain.execute("quick"));
                    } catch (Throwable e) {
                        quick.completeExceptionally(e);
                    }
                },
                "quick");
        caller.setDaemon(true);
        caller.start();
        Result<String> waited = quick.get(30, TimeUnit.SECONDS);
        assertThat(waited.reason()).contains(FailureKind.TIMEOUT);
        assertThat(waited.latency()).isLessThan(AMPLE);
        // Those block every asynchronous request of this chain, on its own thread.
        if (!Set.of("listener", "limiter").contains(where)) {
            Result<String> async = chain.executeAsync("quick").get(30, TimeUnit.SECONDS);
            assertThat(async.reason()).contains(FailureKind.TIMEOUT);
            assertThat(async.latency()).isLessThan(AMPLE);
        }
    }

    /** resilience4j#1041 */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void work_that_heeds_interrupts_is_stopped_before_it_has_its_effect(boolean waits) throws Exception {
        AtomicInteger effects = new AtomicInteger();
        CountDownLatch interrupted = new CountDownLatch(1);
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("callbacks")
                .model(
                        "model",
                        in -> {
                            String answer = blockUntilInterrupted(new CountDownLatch(1), interrupted);
                            effects.incrementAndGet();
                            return answer;
                        },
                        tier -> tier.timeLimit(SHORT))
                .local("net", in -> "net")
                .build()) {
            Result<String> result =
                    waits ? chain.execute("in") : chain.executeAsync("in").get(30, TimeUnit.SECONDS);

            assertThat(result.reason()).contains(FailureKind.TIMEOUT);
            opens("the model is interrupted", interrupted);
            eventually("it ends", () -> chain.health().tier("model").load().inFlight() == 0);
            assertThat(effects).hasValue(0);
        }
    }

    @Test
    void a_nested_chain_that_waits_for_the_thread_it_holds_ends_by_its_limit() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        try (FallbackChain<String, String> inner = FallbackChain.<String, String>named("inner")
                        .model("inside", in -> in)
                        .withoutSafetyNet()
                        .workers(one)
                        .build();
                FallbackChain<String, String> outer = FallbackChain.<String, String>named("outer")
                        .tier(inner.asTier("nested", tier -> tier.timeLimit(Duration.ofMillis(200))))
                        .local("net", in -> "net")
                        .workers(one)
                        .build()) {
            Result<String> waited = outer.execute("in");
            // The limit of the tier and the deadline it hands in end at the same moment.
            assertThat(waited.value()).isEqualTo("net");
            assertThat(waited.latency()).isBetween(Duration.ofMillis(200), AMPLE);
            eventually(
                    "the thread is free",
                    () -> outer.health().tier("nested").load().inFlight() == 0);

            Result<String> async = outer.executeAsync("in").get(30, TimeUnit.SECONDS);
            assertThat(async.value()).as("it waits without a thread").isEqualTo("in");
        } finally {
            one.shutdown();
        }
    }
}
