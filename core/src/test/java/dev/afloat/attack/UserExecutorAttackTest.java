package dev.afloat.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An executor of the user's that is busy, forgetful or inline cannot keep an asynchronous caller from its answer. */
@Tag("real-clock")
@Timeout(20)
class UserExecutorAttackTest {

    @Test
    void a_worker_that_hangs_does_not_keep_the_only_thread_from_answering_the_caller() throws Exception {
        ExecutorService single = Executors.newSingleThreadExecutor();
        CountDownLatch interrupted = new CountDownLatch(1);
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .model(
                        "model",
                        input -> {
                            try {
                                new CountDownLatch(1).await();
                            } catch (InterruptedException e) {
                                interrupted.countDown();
                                throw e;
                            }
                            return "never";
                        },
                        tier -> tier.timeLimit(Duration.ofMillis(100)))
                .local("local", input -> "local")
                .workers(single)
                .build()) {
            Result<String> result = chain.executeAsync("x").get(3, TimeUnit.SECONDS);

            assertThat(result.value()).isEqualTo("local");
            assertThat(interrupted.await(3, TimeUnit.SECONDS)).isTrue();
        } finally {
            single.shutdownNow();
        }
    }

    @Test
    void an_executor_that_drops_silently_does_not_lose_the_caller() throws Exception {
        ThreadPoolExecutor dropping = new ThreadPoolExecutor(
                1, 1, 1, TimeUnit.SECONDS, new ArrayBlockingQueue<>(1), new ThreadPoolExecutor.DiscardPolicy());
        CountDownLatch end = new CountDownLatch(1);
        dropping.execute(() -> await(end));
        dropping.execute(() -> {});
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .model("model", input -> "model", tier -> tier.timeLimit(Duration.ofMillis(100)))
                .local("local", input -> "local")
                .workers(dropping)
                .build()) {
            assertThat(chain.executeAsync("x").get(3, TimeUnit.SECONDS).value()).isEqualTo("local");
            assertThat(chain.health().tier("model").load().inFlight()).isZero();
        } finally {
            end.countDown();
            dropping.shutdownNow();
        }
    }

    @Test
    void the_timer_runs_no_tier_where_workers_run_on_the_spot() throws Exception {
        AtomicReference<String> thread = new AtomicReference<>();
        Executor inline = Runnable::run;
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .asyncModel("model", input -> new CompletableFuture<>(), tier -> tier.timeLimit(Duration.ofMillis(50)))
                .local("local", input -> {
                    thread.set(Thread.currentThread().getName());
                    return "local";
                })
                .workers(inline)
                .build()) {
            assertThat(chain.executeAsync("x").get(3, TimeUnit.SECONDS).value()).isEqualTo("local");
            assertThat(thread.get()).doesNotContain("timer");
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
