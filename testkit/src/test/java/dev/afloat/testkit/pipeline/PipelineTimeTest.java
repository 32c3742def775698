package dev.afloat.testkit.pipeline;

import static dev.afloat.testkit.pipeline.Asked.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.failure.FailureKind;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineBuilder;
import dev.afloat.pipeline.PipelineFailedException;
import dev.afloat.pipeline.PipelineResult;
import dev.afloat.pipeline.StepReport;
import dev.afloat.pipeline.StepStatus;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How much time each step has, whether the caller waits or not. */
class PipelineTimeTest extends PipelineScene {
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
    void no_minimum_is_held_to_limits_that_fired_late(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step(
                        "a",
                        in -> after("a", 60_000, in),
                        step -> step.optional(in -> in).timeLimit(ms(300)))
                .step(
                        "b",
                        in -> after("b", 60_000, in),
                        step -> step.optional(in -> in).timeLimit(ms(300)))
                .step(
                        "c",
                        in -> after("c", 1, in + "c"),
                        step -> step.optional(in -> in).minimum(ms(350)))
                .build();

        PipelineResult<String> result = ask(form, pipeline, "");

        assertThat(statuses(result.steps())).containsExactly("a SKIPPED TIMEOUT", "b SKIPPED TIMEOUT", "c COMPLETED");
    }

    @ParameterizedTest
    @EnumSource
    void a_chain_without_a_safety_net_that_had_no_time_was_not_called(Asked form) {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("chain")
                .model("llm", in -> after("llm", 1, in))
                .withoutSafetyNet()
                .timeSource(time)
                .build();
        Pipeline<String, String> pipeline = within(1000)
                .step("retrieve", in -> after("retrieve", 1000, in))
                .chain("b", chain)
                .build();

        assertThatThrownBy(() -> ask(form, pipeline, "a"))
                .hasMessageStartingWith("The step 'b' of the pipeline 'search' had no time left, and it is required.");
        assertThat(called).containsExactly("retrieve");
    }

    @ParameterizedTest
    @EnumSource
    void an_optional_step_that_is_local_runs_with_nothing_left(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("retrieve", in -> after("retrieve", 1000, in))
                .step("sort", in -> in + " sorted", step -> step.local().optional(in -> in))
                .build();

        PipelineResult<String> result = ask(form, pipeline, "hits");

        assertThat(result.value()).isEqualTo("hits sorted");
        assertThat(result.partial()).isFalse();
    }
}
