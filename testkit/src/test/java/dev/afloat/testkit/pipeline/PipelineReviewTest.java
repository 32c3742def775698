package dev.afloat.testkit.pipeline;

import static dev.afloat.testkit.pipeline.Asked.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.afloat.FallbackChain;
import dev.afloat.failure.FailureKind;
import dev.afloat.pipeline.Branch;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineBuilder;
import dev.afloat.pipeline.PipelineEvent.StepEnded;
import dev.afloat.pipeline.PipelineFailedException;
import dev.afloat.pipeline.PipelineResult;
import dev.afloat.pipeline.StepSettings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a strict reading of pipelines found. */
class PipelineReviewTest extends PipelineScene {
    private FallbackChain<String, String> chain(String name) {
        return FallbackChain.<String, String>named(name)
                .model("llm", in -> after("llm", 60_000, in))
                .local("static", in -> "static")
                .timeSource(time)
                .build();
    }

    @ParameterizedTest
    @EnumSource
    void a_required_step_with_a_fallback_runs_while_anything_is_left(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("slow", in -> after("slow", 800, in), step -> step.reserve(ms(0)))
                .step(
                        "retrieve",
                        in -> after("retrieve", 10, in + "!"),
                        step -> step.fallback(in -> after("keywords", 10, in)).reserve(ms(0)))
                .step("filter", in -> after("filter", 10, in), step -> step.reserve(ms(300)))
                .build();

        assertThat(ask(form, pipeline, "in").value()).isEqualTo("in!");
    }

    @ParameterizedTest
    @EnumSource
    void a_required_step_whose_share_of_the_reserves_is_nothing_is_called_or_refused(Asked form) {
        PipelineBuilder<String, String> builder = within(1000)
                .step(
                        "retrieve",
                        in -> after("retrieve", 10, in),
                        step -> step.fallback(in -> after("keywords", 10, in)))
                .step("filter", in -> after("filter", 10, in), step -> step.reserve(ms(1000)));
        Pipeline<String, String> pipeline;
        try {
            pipeline = builder.build();
        } catch (IllegalStateException refused) {
            return;
        }

        assertThat(ask(form, pipeline, "in").value()).isEqualTo("in");
    }

    @Test
    void an_optional_chain_that_can_never_be_called_is_refused() {
        FallbackChain<String, String> chain = chain("chain");

        assertThatThrownBy(() -> within(1000)
                        .chain("a", chain, step -> step.optional(in -> in))
                        .step("b", in -> in, step -> step.reserve(ms(1000)))
                        .build())
                .hasMessageContaining("the optional step 'a' is never called");
    }

    @ParameterizedTest
    @EnumSource
    void a_chain_whose_safety_net_is_a_chain_leaves_later_steps_what_they_reserve(Asked form) {
        FallbackChain<String, String> nested = FallbackChain.<String, String>named("nested")
                .model("llm", in -> after("llm", 60_000, in), tier -> tier.timeLimit(ms(60_000)))
                .tier(chain("net").asTier("net"))
                .timeSource(time)
                .build();
        Pipeline<String, String> pipeline = within(1000)
                .chain("answer", nested)
                .step("filter", in -> after("filter", 200, in), step -> step.reserve(ms(200)))
                .build();

        assertThat(ask(form, pipeline, "in").value()).isEqualTo("static");
    }

    @ParameterizedTest
    @EnumSource
    void a_chain_whose_last_tier_may_decline_has_no_safety_net_and_all_the_time(Asked form) {
        FallbackChain<String, String> declining = FallbackChain.<String, String>named("declining")
                .model("llm", in -> after("llm", 900, in + "!"))
                .localIfAble("maybe", in -> Optional.<String>empty())
                .withoutSafetyNet()
                .timeSource(time)
                .build();
        Pipeline<String, String> pipeline = within(1000)
                .chain("answer", declining)
                .step("filter", in -> after("filter", 10, in), step -> step.reserve(ms(200)))
                .build();

        assertThat(ask(form, pipeline, "in").value()).isEqualTo("in!");
    }

    @ParameterizedTest
    @EnumSource
    void what_became_of_the_steps_inside_is_told_where_a_fallback_served(Asked form) {
        Pipeline<String, String> inner = Pipeline.<String>named("inner")
                .timeSource(time)
                .step("a", in -> after("a", 10, in))
                .step("b", in -> fail("b"))
                .build();
        Pipeline<String, String> pipeline = within(1000)
                .pipeline("inner", inner, step -> step.localFallback(in -> in + "!"))
                .build();

        PipelineResult<String> result = ask(form, pipeline, "in");

        assertThat(statuses(result.step("inner").inside())).containsExactly("a COMPLETED", "b FAILED UNAVAILABLE");
    }

    @ParameterizedTest
    @EnumSource
    void time_that_a_safety_net_took_excuses_no_later_step_from_its_minimum(Asked form) {
        FallbackChain<String, String> slowNet = FallbackChain.<String, String>named("slow")
                .model("llm", in -> after("llm", 60_000, in))
                .local("net", in -> {
                    time.advance(ms(500));
                    throw new IOException("down");
                })
                .timeSource(time)
                .build();
        Pipeline<String, String> pipeline = within(1000)
                .chain("a", slowNet, step -> step.optional(in -> in).timeLimit(ms(300)))
                .step("b", in -> after("b", 10, in), step -> step.optional(in -> in))
                .build();

        PipelineResult<String> result = ask(form, pipeline, "in");

        assertThat(statuses(result.steps())).containsExactly("a SKIPPED TIMEOUT", "b SKIPPED OUT_OF_TIME");
    }

    @ParameterizedTest
    @EnumSource
    void what_stands_in_for_a_step_that_did_not_fit_and_throws_is_told_as_such(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .step("slow", in -> after("slow", 900, in))
                .step(
                        "rerank",
                        in -> in,
                        step -> step.optional(in -> {
                            throw new IllegalStateException("broken");
                        }))
                .build();

        PipelineFailedException failed =
                catchThrowableOfType(PipelineFailedException.class, () -> ask(form, pipeline, "in"));

        assertThat(failed.reason()).isNotEqualTo(FailureKind.OUT_OF_TIME);
        assertThat(failed).hasMessageNotContaining("it is required");
    }

    @Test
    void a_branch_that_ended_as_another_one_failed_is_told_once() {
        CompletableFuture<String> other = new CompletableFuture<>();
        List<String> told = new ArrayList<>();
        Pipeline<String, String> pipeline = within(1000)
                .<String>parallel("both", group -> {
                    Branch<String> a = group.asyncStep("a", in -> {
                        CompletableFuture<String> stage = new CompletableFuture<>();
                        time.schedule(ms(10), () -> stage.complete("a"));
                        return stage;
                    });
                    Branch<String> b = group.asyncStep("b", in -> other);
                    return results -> results.get(a) + results.get(b);
                })
                .listener(event -> {
                    if (event instanceof StepEnded ended) {
                        told.add(ended.step().step());
                        other.completeExceptionally(new IOException("down"));
                    }
                })
                .build();

        CompletableFuture<PipelineResult<String>> asked = pipeline.executeAsync("in");
        time.advance(ms(100));

        assertThat(asked).isCompletedExceptionally();
        assertThat(told).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void steps_side_by_side_cannot_be_declared_while_they_are_joined() {
        Pipeline<String, String> pipeline = within(1000)
                .<String>parallel("both", group -> {
                    Branch<String> a = group.step("a", in -> in);
                    return results -> {
                        Branch<String> unused = group.step("again", in -> in);
                        return results.get(a) + results.get(a.optional());
                    };
                })
                .build();

        assertThatThrownBy(() -> pipeline.execute("in"))
                .as("declared for each request: a leak, and of no effect")
                .isInstanceOf(PipelineFailedException.class);
    }

    @Test
    void settings_that_are_kept_change_no_pipeline_that_is_built_later() {
        List<StepSettings<String, String>> kept = new ArrayList<>();
        PipelineBuilder<String, String> builder = within(1000).step("a", in -> fail("a"), kept::add);
        kept.get(0).optional(in -> "changed");

        assertThatThrownBy(() -> builder.build().execute("in")).isInstanceOf(PipelineFailedException.class);
    }

    @Test
    void an_optional_branch_with_something_to_go_on_with_is_not_made_absent_as_well() {
        assertThatThrownBy(() -> within(1000)
                        .<String>parallel("both", group -> {
                            Branch<Optional<String>> a = group.step(
                                            "a", (String in) -> in, step -> step.optional(in -> in))
                                    .optional();
                            return results -> results.get(a).orElse("");
                        })
                        .build())
                .as("one of the two is of no effect")
                .isInstanceOf(RuntimeException.class);
    }

    @Test
    void a_local_step_has_no_deadline_where_nothing_has_one() {
        Pipeline<String, Boolean> pipeline = Pipeline.<String>named("search")
                .timeSource(time)
                .<Boolean>stepWithContext(
                        "a", (in, context) -> context.deadline().isNone(), step -> step.local())
                .build();

        assertThat(pipeline.execute("in").value()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void a_stage_that_somebody_cancelled_is_a_failure_of_the_step(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .<String>parallel("both", group -> {
                    Branch<Optional<String>> a = group.<String>asyncStep("a", in -> {
                                CompletableFuture<String> stage = new CompletableFuture<>();
                                stage.cancel(true);
                                return stage;
                            })
                            .optional();
                    return results -> results.get(a).orElse("none");
                })
                .build();

        assertThat(ask(form, pipeline, "in").value()).isEqualTo("none");
    }

    @ParameterizedTest
    @EnumSource
    void the_step_that_ended_it_is_among_the_steps_be_it_several_together(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .<String>parallel("both", group -> {
                    Branch<String> unused = group.step("a", in -> after("a", 10, in));
                    return results -> {
                        throw new IllegalStateException("broken");
                    };
                })
                .build();

        PipelineFailedException failed =
                catchThrowableOfType(PipelineFailedException.class, () -> ask(form, pipeline, "in"));

        assertThat(failed.step()).isEqualTo("both");
        assertThat(statuses(failed.steps())).contains("both FAILED UNKNOWN");
    }
}
