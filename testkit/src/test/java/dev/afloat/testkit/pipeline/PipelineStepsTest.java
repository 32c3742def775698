package dev.afloat.testkit.pipeline;

import static dev.afloat.testkit.pipeline.Asked.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineFailedException;
import dev.afloat.pipeline.PipelineResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of steps one after the other, whether the caller waits or not. */
class PipelineStepsTest extends PipelineScene {
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

    @ParameterizedTest
    @EnumSource
    void a_request_on_its_way_ends_when_the_pipeline_is_closed_and_fails_no_step(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("a", in -> after("a", 100, in))
                .step("b", in -> after("b", 100, in))
                .build();
        time.schedule(ms(50), pipeline::close);

        assertThatThrownBy(() -> ask(form, pipeline, "in"))
                .isInstanceOf(ChainClosedException.class)
                .hasMessageContaining("'search'");
        assertThat(called).containsExactly("a");
    }

    @Test
    void an_interrupt_by_what_stands_in_for_a_step_stops_the_next_one() {
        Pipeline<String, String> pipeline = within(1000)
                .step(
                        "a",
                        in -> fail("a"),
                        step -> step.optional(in -> {
                            Thread.currentThread().interrupt();
                            return in;
                        }))
                .step("b", in -> after("b", 1, in))
                .build();

        assertThatThrownBy(() -> pipeline.execute("in")).isInstanceOf(ChainCancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(called).containsExactly("a");
    }
}
