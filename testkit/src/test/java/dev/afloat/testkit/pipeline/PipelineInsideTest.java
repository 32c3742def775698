package dev.afloat.testkit.pipeline;

import static dev.afloat.testkit.pipeline.Asked.statuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.FailureKind;
import dev.afloat.pipeline.Branch;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineResult;
import dev.afloat.pipeline.StepReport;
import dev.afloat.pipeline.StepStatus;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What pipelines inside pipelines leave each other, and what they say. */
class PipelineInsideTest extends PipelineScene {

    @ParameterizedTest
    @EnumSource
    void the_innermost_optional_step_leaves_what_all_around_it_reserve(Asked form) {
        Pipeline<String, String> inner = Pipeline.<String>named("inner")
                .timeSource(time)
                .<String>parallel("side by side", group -> {
                    Branch<String> x =
                            group.step("x", in -> after("x", 60_000, in), step -> step.optional(in -> in + "x"));
                    return results -> results.get(x);
                })
                .step("y", in -> after("y", 10, in), step -> step.reserve(ms(10)))
                .build();
        Pipeline<String, String> middle = Pipeline.<String>named("middle")
                .timeSource(time)
                .pipeline("inner", inner)
                .step("e", in -> after("e", 30, in), step -> step.reserve(ms(30)))
                .build();
        Pipeline<String, String> outer = within(400)
                .pipeline("middle", middle)
                .step("d", in -> after("d", 40, in), step -> step.reserve(ms(40)))
                .build();

        PipelineResult<String> result = ask(form, outer, "");

        assertThat(result.value()).isEqualTo("x");
        assertThat(result.partial()).isTrue();
        StepReport reported = result.step("middle").inside().get(0);
        assertThat(statuses(reported.inside())).containsExactly("x SKIPPED TIMEOUT", "y COMPLETED");
        assertThat(reported.inside().get(0).duration().toMillis())
                .as("400, less 10, 30 and 40 for those behind, less 50 for handing on")
                .isEqualTo(270);
        assertThat(result.latency().toMillis()).isEqualTo(350);
    }

    @ParameterizedTest
    @EnumSource
    void why_it_is_degraded_is_told_by_each_around_it(Asked form) {
        Pipeline<String, String> inner = within(1000)
                .step("a", in -> fail("a"), step -> step.localFallback(in -> in + " instead"))
                .build();
        Pipeline<String, String> outer = Pipeline.<String>named("outer")
                .timeSource(time)
                .pipeline("inner", inner)
                .step("b", in -> fail("b"), step -> step.optional(in -> in))
                .build();

        PipelineResult<String> result = ask(form, outer, "in");

        assertThat(result.degraded()).isTrue();
        assertThat(result.reason()).contains(FailureKind.UNAVAILABLE);
        assertThat(result.step("inner"))
                .extracting(StepReport::status, StepReport::degraded, StepReport::reason)
                .containsExactly(StepStatus.COMPLETED, true, FailureKind.UNAVAILABLE);
        assertThat(result.step("b").inside()).isEmpty();
    }
}
