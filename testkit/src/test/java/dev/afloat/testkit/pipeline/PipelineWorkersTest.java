package dev.afloat.testkit.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.pipeline.Branch;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineResult;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Steps side by side where no worker is free, and whose caller goes away, in real time. */
@Tag("real-clock")
@Timeout(20)
class PipelineWorkersTest {
    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    /** As {@code time_in_a_queue_belongs_to_the_budget}, of steps side by side. */
    @ParameterizedTest
    @EnumSource
    void time_in_a_queue_belongs_to_the_budget_of_steps_side_by_side_too(Asked form) throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        CountDownLatch busy = new CountDownLatch(1);
        CountDownLatch release = new CountDownLatch(1);
        one.execute(() -> {
            busy.countDown();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        busy.await();
        try (Pipeline<String, String> pipeline = Pipeline.<String>named("page")
                .within(ms(200))
                .workers(one)
                .<String>parallel("both", group -> {
                    Branch<String> a = group.step("a", in -> in, step -> step.localFallback(in -> in + " kept"));
                    Branch<String> b = group.step("b", in -> in + "!", step -> step.local());
                    return results -> results.get(a) + ", " + results.get(b);
                })
                .build()) {
            CompletableFuture<PipelineResult<String>> asked = form == Asked.ASYNC
                    ? pipeline.executeAsync("in")
                    : CompletableFuture.supplyAsync(() -> pipeline.execute("in"), task -> new Thread(task).start());

            assertThat(asked)
                    .succeedsWithin(ms(5000))
                    .extracting(PipelineResult::value)
                    .isEqualTo("in kept, in!");
        } finally {
            release.countDown();
            one.shutdownNow();
        }
    }

    @ParameterizedTest
    @EnumSource
    void local_steps_side_by_side_run_though_no_worker_is_free(Asked form) throws Exception {
        try (Pipeline<String, String> pipeline = Pipeline.<String>named("page")
                .within(ms(10_000))
                .workers(task -> {
                    throw new RejectedExecutionException("full");
                })
                .<String>parallel("both", group -> {
                    Branch<String> a = group.step("a", in -> in + "!", step -> step.local());
                    return results -> results.get(a);
                })
                .build()) {
            PipelineResult<String> result = form == Asked.ASYNC
                    ? pipeline.executeAsync("in").get(10, TimeUnit.SECONDS)
                    : pipeline.execute("in");

            assertThat(result.value()).isEqualTo("in!");
        }
    }

    @Test
    void a_waiting_caller_that_is_interrupted_interrupts_the_steps_side_by_side() throws Exception {
        CountDownLatch begun = new CountDownLatch(2);
        CountDownLatch interrupted = new CountDownLatch(2);
        CompletableFuture<Throwable> ended = new CompletableFuture<>();
        try (Pipeline<String, String> pipeline = Pipeline.<String>named("page")
                .within(ms(60_000))
                .<String>parallel("both", group -> {
                    Branch<String> a = group.step("a", in -> hang(begun, interrupted));
                    Branch<String> b = group.step("b", in -> hang(begun, interrupted));
                    return results -> results.get(a) + results.get(b);
                })
                .build()) {
            Thread caller = new Thread(() -> {
                try {
                    pipeline.execute("in");
                } catch (ChainCancelledException e) {
                    assertThat(Thread.currentThread().isInterrupted()).isTrue();
                    ended.complete(e);
                }
            });
            caller.start();
            begun.await();
            caller.interrupt();

            assertThat(ended).succeedsWithin(ms(10_000));
            assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static String hang(CountDownLatch begun, CountDownLatch interrupted) throws InterruptedException {
        begun.countDown();
        try {
            new CountDownLatch(1).await();
            return "never";
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
    }
}
