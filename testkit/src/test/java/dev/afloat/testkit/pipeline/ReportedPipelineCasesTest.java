package dev.afloat.testkit.pipeline;

import static dev.afloat.testkit.pipeline.Asked.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.afloat.FallbackChain;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.TierHealth;
import dev.afloat.pipeline.Branch;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineBuilder;
import dev.afloat.pipeline.PipelineFailedException;
import dev.afloat.pipeline.PipelineResult;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** What was reported to go wrong where several steps share a budget. The letter and number say which report. */
@Timeout(60)
class ReportedPipelineCasesTest {
    private final VirtualTime time = new VirtualTime();

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    /** E07: the earlier end counts, whichever of the two has it. */
    @ParameterizedTest
    @CsvSource({"SYNC, 400, 10000", "SYNC, 10000, 400", "ASYNC, 400, 10000", "ASYNC, 10000, 400"})
    void of_a_pipeline_inside_another_the_shorter_budget_counts(Asked form, long outer, long inner) {
        Pipeline<String, String> inside = Pipeline.<String>named("inner")
                .within(ms(inner))
                .timeSource(time)
                .step("hangs", in -> {
                    time.pause(Duration.ofHours(1));
                    return in;
                })
                .build();
        Pipeline<String, String> pipeline = Pipeline.<String>named("outer")
                .within(ms(outer))
                .timeSource(time)
                .pipeline("inner", inside)
                .build();
        long[] took = {0};

        PipelineFailedException failed = catchThrowableOfType(
                PipelineFailedException.class,
                () -> form.ask(pipeline, "in", Deadline.none(), time, nanos -> took[0] = nanos));

        assertThat(Duration.ofNanos(took[0]).toMillis()).isEqualTo(400);
        assertThat(failed.step()).isEqualTo("inner");
        assertThat(statuses(failed.steps().get(0).inside())).containsExactly("hangs FAILED TIMEOUT");
    }

    /** E09: a chain with a safety net answers with the budget spent, and calls no model; a step without one is named. */
    @ParameterizedTest
    @EnumSource
    void with_the_budget_gone_before_a_required_step_its_safety_net_answers(Asked form) {
        AtomicInteger asked = new AtomicInteger();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("b")
                .model("llm", in -> {
                    asked.incrementAndGet();
                    return in;
                })
                .local("static", in -> "static")
                .timeSource(time)
                .build();
        Pipeline<String, String> pipeline = Pipeline.<String>named("page")
                .within(ms(100))
                .timeSource(time)
                .step(
                        "a",
                        in -> {
                            time.advance(ms(150));
                            return in;
                        },
                        step -> step.local())
                .chain("b", chain)
                .build();

        PipelineResult<String> result = form.ask(pipeline, "in", time);

        assertThat(result.value()).isEqualTo("static");
        assertThat(result.degraded()).isTrue();
        assertThat(asked).hasValue(0);
    }

    /** E11. */
    @ParameterizedTest
    @EnumSource
    @Tag("real-clock")
    void a_required_branch_that_fails_interrupts_the_others_whose_breakers_take_no_note(Asked form) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        AtomicInteger ended = new AtomicInteger();
        FallbackChain<String, String> slow = FallbackChain.<String, String>named("slow")
                .model(
                        "llm",
                        in -> {
                            begun.countDown();
                            try {
                                new CountDownLatch(1).await(30, TimeUnit.SECONDS);
                            } catch (InterruptedException e) {
                                interrupted.countDown();
                                throw e;
                            }
                            ended.incrementAndGet();
                            return in;
                        },
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofHours(1))))
                .withoutSafetyNet()
                .build();
        try (slow;
                Pipeline<String, String> pipeline = Pipeline.<String>named("page")
                        .within(Duration.ofSeconds(40))
                        .<String>parallel("both", group -> {
                            Branch<String> a = group.step("a", in -> {
                                begun.await();
                                throw new IOException("down");
                            });
                            Branch<String> b = group.chain("b", slow);
                            return results -> results.get(a) + results.get(b);
                        })
                        .build()) {
            PipelineFailedException failed = catchThrowableOfType(PipelineFailedException.class, () -> {
                if (form == Asked.SYNC) {
                    pipeline.execute("in");
                } else {
                    throw pipeline.executeAsync("in")
                            .handle((result, why) -> (RuntimeException) why)
                            .get();
                }
            });

            assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
            assertThat(statuses(failed.steps())).containsExactly("a FAILED UNAVAILABLE", "b CANCELLED CANCELLED");
            assertThat(ended).hasValue(0);
            TierHealth health = slow.health().tier("llm");
            assertThat(health.circuit()).hasToString("CLOSED");
        }
    }

    /** E13, and 52 of the engine's with one thread. */
    @ParameterizedTest
    @CsvSource({"2, 10", "1, 4", "1, 1"})
    @Tag("real-clock")
    void pipelines_with_branches_on_few_threads_all_end(int threads, int callers) throws Exception {
        ExecutorService few = Executors.newFixedThreadPool(threads);
        ExecutorService asking = Executors.newFixedThreadPool(callers);
        Pipeline<String, String> inner = three("inner", few).build();
        try (inner;
                Pipeline<String, String> pipeline = three("outer", few)
                        .pipeline("inner", inner)
                        .step("last", in -> in)
                        .build()) {
            List<CompletableFuture<String>> asked = new ArrayList<>();
            for (int i = 0; i < callers; i++) {
                asked.add(CompletableFuture.supplyAsync(
                        () -> pipeline.execute("in").value(), asking));
                asked.add(pipeline.executeAsync("in").thenApply(PipelineResult::value));
            }

            assertThat(asked)
                    .allSatisfy(
                            each -> assertThat(each.get(40, TimeUnit.SECONDS)).isEqualTo("inabcabc"));
        } finally {
            asking.shutdownNow();
            few.shutdownNow();
        }
    }

    private static PipelineBuilder<String, String> three(String name, ExecutorService workers) {
        return Pipeline.<String>named(name)
                .within(Duration.ofSeconds(30))
                .workers(workers)
                .<String>parallel("group-of-" + name, group -> {
                    Branch<String> a = group.step("a", in -> in + "a");
                    Branch<String> b = group.step("b", in -> "b");
                    Branch<String> c = group.step("c", in -> "c");
                    return results -> results.get(a) + results.get(b) + results.get(c);
                });
    }

    /** E15: who waits for a thread is held to the budget all the same. */
    @Test
    @Tag("real-clock")
    void time_in_a_queue_belongs_to_the_budget() throws Exception {
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
                .within(ms(120))
                .workers(one)
                .step("a", in -> in + " asked", step -> step.localFallback(in -> in + " kept"))
                .build()) {
            PipelineResult<String> result = pipeline.execute("in");

            assertThat(result.value()).isEqualTo("in kept");
            assertThat(result.latency()).isBetween(ms(120), ms(10_000));
            assertThat(statuses(result.steps())).containsExactly("a FELL_BACK TIMEOUT");
        } finally {
            release.countDown();
            one.shutdownNow();
        }
    }

    @Test
    void an_error_of_a_step_is_seen_by_the_caller_and_ends_the_others() {
        Pipeline<String, String> pipeline = Pipeline.<String>named("page")
                .within(ms(1000))
                .timeSource(time)
                .<String>parallel("both", group -> {
                    Branch<String> a = group.step("a", in -> {
                        throw new AssertionError("broken");
                    });
                    Branch<String> b = group.asyncStep("b", in -> new CompletableFuture<String>());
                    return results -> results.get(a) + results.get(b);
                })
                .build();

        assertThatThrownBy(() -> pipeline.execute("in"))
                .isInstanceOf(AssertionError.class)
                .hasMessage("broken");
        CompletableFuture<?> asked = pipeline.executeAsync("in");
        time.advance(ms(1));
        assertThatThrownBy(asked::join).hasCauseInstanceOf(AssertionError.class);
        assertThat(time.scheduled()).isZero();
    }
}
