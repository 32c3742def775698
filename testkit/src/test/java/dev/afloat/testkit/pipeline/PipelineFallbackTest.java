package dev.afloat.testkit.pipeline;

import static dev.afloat.testkit.pipeline.Asked.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.afloat.failure.FailureKind;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineFailedException;
import dev.afloat.pipeline.PipelineResult;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What stands in for a step that fails, and in how much time, whether the caller waits or not. */
class PipelineFallbackTest extends PipelineScene {
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
    void what_the_fallback_failed_by_is_told_besides(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("rerank", in -> fail("rerank"), step -> step.fallback(in -> fail("by-date")))
                .build();

        PipelineFailedException failed =
                catchThrowableOfType(PipelineFailedException.class, () -> ask(form, pipeline, "hits"));

        assertThat(failed).hasRootCauseMessage("rerank is down");
        assertThat(Objects.requireNonNull(failed.getCause()).getSuppressed())
                .singleElement()
                .satisfies(second -> assertThat(second).hasRootCauseMessage("by-date is down"));
    }

    @ParameterizedTest
    @EnumSource
    void a_step_with_a_fallback_leaves_later_ones_what_they_reserve(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("retrieve", in -> after("retrieve", 60_000, in), step -> step.localFallback(in -> in + "!"))
                .step("filter", in -> after("filter", 300, in), step -> step.reserve(ms(300)))
                .build();

        PipelineResult<String> result = ask(form, pipeline, "in");

        assertThat(result.value()).isEqualTo("in!");
        assertThat(result.step("retrieve").duration().toMillis()).isEqualTo(700);
        assertThat(result.latency().toMillis()).isEqualTo(1000);
    }

    @ParameterizedTest
    @EnumSource
    void what_a_step_reserved_it_has_whatever_later_ones_would_like(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("slow", in -> after("slow", 800, in), step -> step.reserve(ms(0)))
                .step(
                        "retrieve",
                        in -> after("retrieve", 150, in),
                        step -> step.localFallback(in -> in + "!").reserve(ms(200)))
                .step("filter", in -> after("filter", 50, in), step -> step.reserve(ms(300)))
                .build();

        PipelineResult<String> result = ask(form, pipeline, "in");

        assertThat(result.value()).isEqualTo("in");
        assertThat(result.degraded()).isFalse();
        assertThat(result.latency().toMillis()).isEqualTo(1000);
    }

    @ParameterizedTest
    @EnumSource
    void of_little_time_a_step_and_its_fallback_have_half_each(Asked form) {
        Pipeline<String, String> pipeline = within(200)
                .step(
                        "rerank",
                        in -> after("rerank", 60_000, in),
                        step -> step.fallback(in -> after("by-date", 100, in + " by date")))
                .build();

        PipelineResult<String> result = ask(form, pipeline, "hits");

        assertThat(result.value()).isEqualTo("hits by date");
        assertThat(called).containsExactly("rerank", "by-date");
    }
}
