package dev.afloat;

import static dev.afloat.Eventually.eventually;
import static dev.afloat.Eventually.opens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Stages are the user's: others may wait for them too, and the threads that complete them have better things to do. */
@Tag("real-clock")
@Timeout(120)
class SharedStageTest {
    private final CompletableFuture<String> shared = new CompletableFuture<>();
    private final List<Thread> ran = new CopyOnWriteArrayList<>();

    private FallbackChainBuilder<String, String> chain() {
        return FallbackChain.named("shared");
    }

    private <T> T noted(T value) {
        ran.add(Thread.currentThread());
        return value;
    }

    @Test
    void one_callers_limit_and_anothers_cancellation_leave_a_shared_stage_to_the_rest() throws Exception {
        try (FallbackChain<String, String> chain = chain().asyncModel("model", in -> shared)
                .local("net", in -> "net")
                .build()) {
            CompletableFuture<Result<String>> patient = chain.executeAsync("patient");
            CompletableFuture<Result<String>> fickle = chain.executeAsync("fickle");
            CompletableFuture<Result<String>> hurried =
                    chain.executeAsync("hurried", Deadline.after(Duration.ofMillis(400)));
            eventually("all wait", () -> shared.getNumberOfDependents() == 3);

            assertThat(fickle.cancel(true)).isTrue();
            assertThat(hurried.get(30, TimeUnit.SECONDS).reason()).contains(FailureKind.OUT_OF_TIME);
            assertThat(shared).isNotDone();
            shared.complete("answer");

            assertThat(patient.get(30, TimeUnit.SECONDS).value()).isEqualTo("answer");
            assertThat(fickle).isCancelled();
            assertThat(hurried.join().value()).isEqualTo("net");
            eventually(
                    "permits are back",
                    () -> chain.health().tier("model").load().inFlight() == 0);
            assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
        }
    }

    @Test
    void checks_do_not_run_on_the_thread_that_completes_the_stage() throws Exception {
        try (FallbackChain<String, String> chain = chain().asyncModel(
                        "model", in -> shared, tier -> tier.check("good", out -> noted(out.equals("good"))))
                .local("net", in -> noted("net"))
                .build()) {
            CompletableFuture<Result<String>> future = chain.executeAsync("in");
            eventually("it waits", () -> shared.getNumberOfDependents() == 1);

            shared.complete("bad");

            assertThat(future.get(30, TimeUnit.SECONDS).reason()).contains(FailureKind.QUALITY);
            assertThat(ran).hasSize(2).doesNotContain(Thread.currentThread());
        }
    }

    @Test
    void lower_tiers_do_not_run_on_the_thread_that_fails_the_stage() throws Exception {
        try (FallbackChain<String, String> chain = chain().asyncModel("model", in -> shared)
                .local("net", in -> noted("net"))
                .build()) {
            CompletableFuture<Result<String>> future = chain.executeAsync("in");
            eventually("it waits", () -> shared.getNumberOfDependents() == 1);

            shared.completeExceptionally(new IOException("down"));

            assertThat(future.get(30, TimeUnit.SECONDS).value()).isEqualTo("net");
            assertThat(ran).hasSize(1).doesNotContain(Thread.currentThread());
        }
    }

    @Test
    void a_check_that_blocks_does_not_block_the_thread_that_completes_the_stage() throws Exception {
        CountDownLatch release = new CountDownLatch(1);
        try (FallbackChain<String, String> chain = chain().asyncModel(
                        "model",
                        in -> shared,
                        tier -> tier.check("slow", out -> {
                            try {
                                return release.await(60, TimeUnit.SECONDS);
                            } catch (InterruptedException e) {
                                return false;
                            }
                        }))
                .local("net", in -> "net")
                .build()) {
            CompletableFuture<Result<String>> future = chain.executeAsync("in");
            eventually("it waits", () -> shared.getNumberOfDependents() == 1);

            shared.complete("answer");

            assertThat(future).as("this thread is free already").isNotDone();
            release.countDown();
            assertThat(future.get(30, TimeUnit.SECONDS).value()).isEqualTo("answer");
        }
    }

    /** grpc-java#1307 */
    @Test
    void the_timer_is_empty_again_after_ten_thousand_quick_calls_of_which_half_failed() {
        try (FallbackChain<Integer, String> chain = FallbackChain.<Integer, String>named("shared")
                .asyncModel(
                        "model",
                        in -> in % 2 == 0
                                ? CompletableFuture.completedFuture("answer")
                                : CompletableFuture.failedFuture(new IOException("down")),
                        tier -> tier.timeLimit(Duration.ofSeconds(60)).withoutCircuitBreaker())
                .local("net", in -> "net")
                .build()) {
            for (int i = 0; i < 10_000; i++) {
                assertThat(chain.executeAsync(i).join().degraded()).isEqualTo(i % 2 == 1);
            }

            assertThat(chain.threads().scheduled()).isZero();
            eventually("no call is left", () -> chain.threads().inFlight() == 0);
        }
    }

    @Test
    void the_common_pool_and_the_timer_run_no_tier() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (FallbackChain<String, String> chain = chain().model(
                        "model",
                        in -> Eventually.blockUntilInterrupted(new CountDownLatch(1), never),
                        tier -> tier.timeLimit(Duration.ofMillis(400)))
                .local("net", in -> noted("net"))
                .build()) {
            assertThat(chain.executeAsync("in").get(30, TimeUnit.SECONDS).value())
                    .isEqualTo("net");

            opens("the model is interrupted", never);
            assertThat(ran)
                    .singleElement()
                    .satisfies(thread -> assertThat(thread.getName())
                            .startsWith("afloat-shared")
                            .doesNotContain("timer"));
        }
    }
}
