package dev.afloat;

import static dev.afloat.Eventually.blockUntilInterrupted;
import static dev.afloat.Eventually.eventually;
import static dev.afloat.Eventually.opens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers of the user's that are bounded and have a queue: the time in it is time the tier, and the budget, had. */
@Tag("real-clock")
@Timeout(120)
class BoundedPoolTest {
    private static final Duration LIMIT = Duration.ofMillis(300);

    private final ThreadPoolExecutor pool = (ThreadPoolExecutor) Executors.newFixedThreadPool(4);
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger calls = new AtomicInteger();

    @AfterEach
    void end_the_pool() {
        release.countDown();
        pool.shutdown();
    }

    private FallbackChainBuilder<String, String> chain() {
        return FallbackChain.<String, String>named("bounded").workers(pool);
    }

    /** Takes every thread of the pool, whatever interrupts come, until released. */
    private void occupy(int threads) throws InterruptedException {
        pool.setCorePoolSize(threads);
        pool.setMaximumPoolSize(threads);
        CountDownLatch taken = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            pool.execute(() -> {
                taken.countDown();
                deaf();
            });
        }
        opens("all threads are taken", taken);
    }

    private String deaf() {
        while (release.getCount() > 0) {
            try {
                release.await();
            } catch (InterruptedException ignored) {
                // deaf
            }
        }
        return "late";
    }

    private static CompletableFuture<Result<String>> ask(
            FallbackChain<String, String> chain, String input, boolean waits) {
        return waits ? Callers.ask(chain, input) : chain.executeAsync(input);
    }

    private static Result<String> answer(CompletableFuture<Result<String>> asked) throws Exception {
        return asked.get(60, TimeUnit.SECONDS);
    }

    private void assertNoCallIsMadeAfterAll(FallbackChain<String, String> chain) {
        release.countDown();
        eventually(
                "the queue is worked off",
                () -> pool.getActiveCount() == 0 && pool.getQueue().isEmpty());
        assertThat(calls).as("calls that had waited in the queue").hasValue(0);
        assertThat(chain.health().tiers()).allSatisfy(tier -> {
            assertThat(tier.load().inFlight()).isZero();
            assertThat(tier.load().abandoned()).isZero();
        });
        assertThat(chain.threads().inFlight()).isZero();
    }

    /** resilience4j#1530 */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_limit_fires_in_the_queue_and_the_call_is_never_made(boolean waits) throws Exception {
        try (FallbackChain<String, String> chain = chain().model(
                        "model",
                        in -> in + calls.incrementAndGet(),
                        tier -> tier.timeLimit(LIMIT).withoutCircuitBreaker())
                .local("net", in -> "net")
                .build()) {
            occupy(1);
            List<CompletableFuture<Result<String>>> asked = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                asked.add(ask(chain, "in", waits));
            }

            for (CompletableFuture<Result<String>> each : asked) {
                assertThat(answer(each).reason()).contains(FailureKind.TIMEOUT);
                assertThat(answer(each).latency()).isBetween(LIMIT, LIMIT.multipliedBy(5));
            }
            assertNoCallIsMadeAfterAll(chain);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_budget_ends_in_the_queue_however_many_tiers_wait_there(boolean waits) throws Exception {
        Duration budget = Duration.ofMillis(400);
        try (FallbackChain<String, String> chain = chain().within(budget)
                .model("model", in -> in + calls.incrementAndGet(), tier -> tier.timeLimit(LIMIT))
                .model("second", in -> in + calls.incrementAndGet(), tier -> tier.timeLimit(LIMIT))
                .local("net", in -> "net")
                .build()) {
            occupy(1);

            Result<String> result = answer(ask(chain, "in", waits));

            assertThat(result.value()).isEqualTo("net");
            assertThat(result.latency()).isBetween(budget, budget.multipliedBy(5));
            assertThat(result.attempts().get(0).outcome()).isEqualTo(Outcome.TIMEOUT);
            assertThat(result.attempts().get(1).kind()).contains(FailureKind.OUT_OF_TIME);
            assertNoCallIsMadeAfterAll(chain);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_call_that_comes_out_of_the_queue_in_time_has_the_rest_of_its_limit(boolean waits) throws Exception {
        Duration limit = Duration.ofMinutes(5);
        Duration queued = Duration.ofMillis(100);
        AtomicReference<Duration> left = new AtomicReference<>();
        try (FallbackChain<String, String> chain = chain().modelWithContext(
                        "model",
                        (in, context) -> {
                            left.set(context.deadline().remaining());
                            return in;
                        },
                        tier -> tier.timeLimit(limit))
                .local("net", in -> "net")
                .build()) {
            occupy(1);
            CompletableFuture<Result<String>> asked = ask(chain, "in", waits);
            eventually("it waits in the queue", () -> pool.getQueue().size() == 1);
            assertThat(release.await(queued.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
            release.countDown();

            assertThat(answer(asked).value()).isEqualTo("in");
            assertThat(left.get()).isPositive().isLessThanOrEqualTo(limit.minus(queued));
            assertThat(answer(asked).latency()).isGreaterThanOrEqualTo(queued);
        }
    }

    /** resilience4j#1796 */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void limits_are_kept_while_deaf_calls_hold_every_thread(boolean waits) throws Exception {
        try (FallbackChain<String, String> chain = chain().model(
                        "model",
                        in -> deaf(),
                        tier -> tier.timeLimit(LIMIT).maxConcurrent(100).withoutCircuitBreaker())
                .local("net", in -> "net")
                .build()) {
            for (int round = 0; round < 3; round++) {
                List<CompletableFuture<Result<String>>> asked = new ArrayList<>();
                for (int i = 0; i < 8; i++) {
                    asked.add(ask(chain, "in", waits));
                }
                for (CompletableFuture<Result<String>> each : asked) {
                    assertThat(answer(each).reason()).contains(FailureKind.TIMEOUT);
                    assertThat(answer(each).latency()).isBetween(LIMIT, LIMIT.multipliedBy(5));
                }
            }

            assertThat(chain.health().tier("model").load().abandoned())
                    .as("as many as there are threads: the others gave their permit back in the queue")
                    .isEqualTo(4);
            release.countDown();
            eventually(
                    "all permits are back",
                    () -> chain.health().tier("model").load().inFlight() == 0);
        }
    }

    /** resilience4j#2296 */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_hundred_calls_that_time_out_leave_a_pool_of_four_free(boolean waits) throws Exception {
        try (FallbackChain<String, String> chain = chain().model(
                        "model",
                        in -> in.equals("fast")
                                ? in
                                : blockUntilInterrupted(new CountDownLatch(1), new CountDownLatch(1)),
                        tier -> tier.timeLimit(LIMIT).withoutCircuitBreaker())
                .local("net", in -> "net")
                .build()) {
            List<CompletableFuture<Result<String>>> asked = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                asked.add(ask(chain, "hang", waits));
            }
            for (CompletableFuture<Result<String>> each : asked) {
                assertThat(answer(each).value()).isEqualTo("net");
            }

            eventually(
                    "the pool is free",
                    () -> pool.getActiveCount() == 0 && pool.getQueue().isEmpty());
            eventually(
                    "all permits are back",
                    () -> chain.health().tier("model").load().inFlight() == 0);
            assertThat(chain.health().tier("model").load().abandoned()).isZero();
            eventually(
                    "a fast call succeeds", // within its limit, of which a busy machine may take all
                    () -> ask(chain, "fast", waits).join().value().equals("fast"));
        }
    }
}
