package dev.afloat.testkit.pipeline;

import static dev.afloat.testkit.pipeline.Asked.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.afloat.FallbackChain;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineBuilder;
import dev.afloat.pipeline.PipelineFailedException;
import dev.afloat.pipeline.PipelineResult;
import dev.afloat.pipeline.StepReport;
import dev.afloat.pipeline.StepStatus;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of steps one after the other, whether the caller waits or not. */
class PipelineStepsTest {
    private final VirtualTime time = new VirtualTime();
    private final List<String> called = new ArrayList<>();

    private <I, O> PipelineResult<O> ask(Asked form, Pipeline<I, O> pipeline, I input) {
        return form.ask(pipeline, input, time);
    }

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private String after(String step, long millis, String value) throws InterruptedException {
        called.add(step);
        time.pause(ms(millis));
        return value;
    }

    private String fail(String step) throws IOException {
        called.add(step);
        throw new IOException(step + " is down");
    }

    private PipelineBuilder<String, String> within(long millis) {
        return Pipeline.<String>named("search").within(ms(millis)).timeSource(time);
    }

    @ParameterizedTest
    @EnumSource
    void each_step_is_given_what_the_one_before_gave(Asked form) {
        Pipeline<String, Integer> pipeline = within(1000)
                .step("double", in -> after("double", 10, in + in))
                .step("length", String::length)
                .build();

        PipelineResult<Integer> result = ask(form, pipeline, "abc");

        assertThat(result.value()).isEqualTo(6);
        assertThat(result.partial()).isFalse();
        assertThat(result.degraded()).isFalse();
        assertThat(statuses(result.steps())).containsExactly("double COMPLETED", "length COMPLETED");
        assertThat(result.step("double").duration()).isEqualTo(ms(10));
        assertThat(result.latency()).isEqualTo(ms(10));
    }

    @ParameterizedTest
    @EnumSource
    void an_optional_step_that_fails_is_skipped_and_the_result_is_partial(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("expand", in -> fail("expand"), step -> step.optional(in -> in + "?"))
                .step("retrieve", in -> after("retrieve", 10, "hits of " + in))
                .build();

        PipelineResult<String> result = ask(form, pipeline, "a");

        assertThat(result.value()).isEqualTo("hits of a?");
        assertThat(result.partial()).isTrue();
        assertThat(result.degraded()).isFalse();
        assertThat(statuses(result.steps())).containsExactly("expand SKIPPED UNAVAILABLE", "retrieve COMPLETED");
    }

    @ParameterizedTest
    @EnumSource
    void an_optional_step_that_hangs_leaves_to_later_ones_what_they_reserve(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("expand", in -> after("expand", 60_000, in), step -> step.optional(in -> in))
                .step("retrieve", in -> after("retrieve", 300, "hits of " + in), step -> step.reserve(ms(300)))
                .build();

        PipelineResult<String> result = ask(form, pipeline, "a");

        assertThat(result.value()).isEqualTo("hits of a");
        assertThat(statuses(result.steps())).containsExactly("expand SKIPPED TIMEOUT", "retrieve COMPLETED");
        assertThat(result.step("expand").duration().toMillis())
                .as("1000 less 300 less 50")
                .isEqualTo(650);
        assertThat(result.latency().toMillis()).isEqualTo(950);
    }

    @ParameterizedTest
    @EnumSource
    void an_optional_step_that_does_not_fit_any_more_is_not_called(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("retrieve", in -> after("retrieve", 551, in))
                .step("rerank", in -> after("rerank", 1, in), step -> step.optional(in -> in))
                .step("filter", in -> after("filter", 10, in), step -> step.reserve(ms(200)))
                .build();

        PipelineResult<String> result = ask(form, pipeline, "a");

        assertThat(statuses(result.steps()))
                .containsExactly("retrieve COMPLETED", "rerank SKIPPED OUT_OF_TIME", "filter COMPLETED");
        assertThat(called).containsExactly("retrieve", "filter");
        assertThat(result.step("rerank").duration()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void an_optional_step_that_just_fits_is_called(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("retrieve", in -> after("retrieve", 550, in))
                .step("rerank", in -> after("rerank", 200, in), step -> step.optional(in -> in))
                .step("filter", in -> after("filter", 10, in), step -> step.reserve(ms(200)))
                .build();

        assertThat(ask(form, pipeline, "a").partial()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void a_required_step_that_fails_ends_the_pipeline_with_one_clear_exception(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("expand", in -> after("expand", 100, in), step -> step.optional(in -> in))
                .step("retrieve", in -> fail("retrieve"))
                .step("filter", in -> after("filter", 1, in))
                .build();

        PipelineFailedException failed =
                catchThrowableOfType(PipelineFailedException.class, () -> ask(form, pipeline, "a"));

        assertThat(failed)
                .hasMessage("The step 'retrieve' of the pipeline 'search' failed (UNAVAILABLE), and it is required. "
                        + "So far: expand COMPLETED after 100 ms; retrieve FAILED UNAVAILABLE after 0 ms")
                .hasRootCauseMessage("retrieve is down");
        assertThat(failed.step()).isEqualTo("retrieve");
        assertThat(failed.reason()).isEqualTo(FailureKind.UNAVAILABLE);
        assertThat(failed.completed()).containsExactly("expand");
        assertThat(called).doesNotContain("filter");
    }

    @ParameterizedTest
    @EnumSource
    void a_fallback_gives_the_value_where_the_step_fails_and_the_result_is_degraded(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step(
                        "rerank",
                        in -> fail("rerank"),
                        step -> step.fallback(in -> after("by-date", 20, in + " by date")))
                .build();

        PipelineResult<String> result = ask(form, pipeline, "hits");

        assertThat(result.value()).isEqualTo("hits by date");
        assertThat(result.degraded()).isTrue();
        assertThat(result.partial()).isFalse();
        assertThat(statuses(result.steps())).containsExactly("rerank FELL_BACK UNAVAILABLE");
    }

    @ParameterizedTest
    @EnumSource
    void a_step_that_hangs_leaves_its_fallback_the_minimum(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step(
                        "rerank",
                        in -> after("rerank", 60_000, in),
                        step -> step.fallback(in -> after("by-date", 200, in + " by date")))
                .build();

        PipelineResult<String> result = ask(form, pipeline, "hits");

        assertThat(result.value()).isEqualTo("hits by date");
        assertThat(result.latency().toMillis()).isEqualTo(1000);
        assertThat(statuses(result.steps())).containsExactly("rerank FELL_BACK TIMEOUT");
    }

    @ParameterizedTest
    @EnumSource
    void a_fallback_that_hangs_too_ends_with_the_deadline(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step(
                        "rerank",
                        in -> after("rerank", 60_000, in),
                        step -> step.fallback(in -> after("by-date", 60_000, in)))
                .build();
        long start = time.nanos();

        PipelineFailedException failed =
                catchThrowableOfType(PipelineFailedException.class, () -> ask(form, pipeline, "hits"));

        assertThat(failed.reason()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(failed.getCause()).isNotNull();
        assertThat(Duration.ofNanos(time.nanos() - start).toMillis()).isEqualTo(1000);
    }

    @ParameterizedTest
    @EnumSource
    void an_optional_step_whose_fallback_serves_is_degraded_and_not_partial(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step(
                        "rerank",
                        in -> fail("rerank"),
                        step -> step.localFallback(in -> in + " by date").optional(in -> in))
                .build();

        PipelineResult<String> result = ask(form, pipeline, "hits");

        assertThat(result.value()).isEqualTo("hits by date");
        assertThat(result.degraded()).isTrue();
        assertThat(result.partial()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void a_required_step_runs_while_anything_is_left(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("retrieve", in -> after("retrieve", 990, in))
                .step("filter", in -> after("filter", 10, in + " filtered"))
                .build();

        assertThat(ask(form, pipeline, "hits").value()).isEqualTo("hits filtered");
    }

    @ParameterizedTest
    @EnumSource
    void with_nothing_left_a_required_step_ends_the_pipeline_unless_it_is_local_or_has_a_safety_net(Asked form) {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("chain")
                .model("llm", in -> after("llm", 1, in))
                .local("static", in -> "static")
                .timeSource(time)
                .build();
        PipelineBuilder<String, String> slow =
                within(1000).step("retrieve", in -> after("retrieve", 1000, in), step -> step.reserve(ms(1000)));

        assertThatThrownBy(() -> ask(
                        form,
                        slow.step("filter", in -> in, step -> step.reserve(ms(0)))
                                .build(),
                        "a"))
                .isInstanceOf(PipelineFailedException.class)
                .hasMessageStartingWith(
                        "The step 'filter' of the pipeline 'search' had no time left, and it is required.");
        assertThat(ask(
                                form,
                                slow.step("filter", in -> in + " filtered", step -> step.local())
                                        .build(),
                                "a")
                        .value())
                .isEqualTo("a filtered");
        assertThat(ask(
                                form,
                                slow.step(
                                                "filter",
                                                in -> fail("filter"),
                                                step -> step.reserve(ms(0)).localFallback(in -> in + "!"))
                                        .build(),
                                "a")
                        .value())
                .isEqualTo("a!");
        PipelineResult<String> result =
                ask(form, slow.chain("b", chain, step -> step.reserve(ms(0))).build(), "a");
        assertThat(result.value()).isEqualTo("static");
        assertThat(result.degraded()).isTrue();
        assertThat(called).doesNotContain("llm", "filter");
    }

    @ParameterizedTest
    @EnumSource
    void the_mark_of_a_chain_carries_into_the_result_and_so_does_its_request(Asked form) {
        List<String> ids = new ArrayList<>();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("answer")
                .modelWithContext("llm", (in, context) -> {
                    ids.add(context.requestId());
                    return fail("llm");
                })
                .local("static", in -> "static")
                .timeSource(time)
                .build();
        Pipeline<String, String> pipeline = within(1000)
                .stepWithContext("expand", (in, context) -> {
                    ids.add(context.requestId());
                    return in;
                })
                .chain("answer", chain)
                .build();

        PipelineResult<String> result = ask(form, pipeline, "a");

        assertThat(result.degraded()).isTrue();
        assertThat(result.step("answer"))
                .extracting(StepReport::status, StepReport::reason, StepReport::degraded)
                .containsExactly(StepStatus.COMPLETED, FailureKind.UNAVAILABLE, true);
        assertThat(ids).hasSize(2).containsOnly(result.requestId());
    }

    @ParameterizedTest
    @EnumSource
    void a_step_is_told_what_the_pipeline_was_asked_and_how_long_it_has(Asked form) {
        Pipeline<String, Integer> pipeline = within(1000)
                .step("length", in -> {
                    time.pause(ms(100));
                    return in.length();
                })
                .<Integer>stepWithContext("more", (length, context) -> {
                    assertThat(context.pipeline()).isEqualTo("search");
                    assertThat(context.step()).isEqualTo("more");
                    assertThat(context.deadline().remaining()).isEqualTo(ms(900));
                    assertThat(context.cancelled()).isFalse();
                    return length + context.input().length();
                })
                .build();

        assertThat(ask(form, pipeline, "abc").value()).isEqualTo(6);
    }

    @ParameterizedTest
    @EnumSource
    void the_deadline_of_the_request_counts_if_it_comes_first(Asked form) {
        Pipeline<String, String> pipeline =
                within(1000).step("retrieve", in -> after("retrieve", 500, in)).build();
        long start = time.nanos();

        assertThatThrownBy(() -> form.ask(pipeline, "a", Deadline.after(ms(300), time), time))
                .isInstanceOf(PipelineFailedException.class)
                .hasMessageStartingWith("The step 'retrieve' of the pipeline 'search' failed (TIMEOUT)");
        assertThat(Duration.ofNanos(time.nanos() - start).toMillis()).isEqualTo(300);
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("NullAway")
    void a_null_is_a_failure_and_so_is_a_null_to_go_on_with(Asked form) {
        Pipeline<String, String> pipeline =
                within(1000).<String>step("nothing", in -> null).build();
        Pipeline<String, String> optional = within(1000)
                .<String>step("nothing", in -> null, step -> step.optional(in -> null))
                .build();

        assertThatThrownBy(() -> ask(form, pipeline, "a")).hasMessageContaining("failed (MALFORMED)");
        assertThatThrownBy(() -> ask(form, optional, "a")).hasMessageContaining("failed (MALFORMED)");
    }

    @ParameterizedTest
    @EnumSource
    void a_closed_pipeline_answers_nobody(Asked form) {
        Pipeline<String, String> pipeline = within(1000).step("a", in -> in).build();
        pipeline.close();
        pipeline.close();

        assertThatThrownBy(() -> ask(form, pipeline, "a"))
                .isInstanceOf(ChainClosedException.class)
                .hasMessageContaining("search");
    }

    @Test
    void an_interrupted_caller_gets_no_answer_and_no_step_is_called() {
        Pipeline<String, String> pipeline =
                within(1000).step("a", in -> after("a", 1, in)).build();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> pipeline.execute("a")).isInstanceOf(ChainCancelledException.class);

        assertThat(Thread.interrupted()).isTrue();
        assertThat(called).isEmpty();
    }
}
