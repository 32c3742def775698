package dev.afloat.testkit.pipeline;

import static dev.afloat.testkit.pipeline.Asked.statuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.afloat.FallbackChain;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.pipeline.Branch;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineBuilder;
import dev.afloat.pipeline.PipelineEvent;
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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What becomes of steps side by side. */
class PipelineParallelTest {
    private final VirtualTime time = new VirtualTime();
    private final List<CompletableFuture<String>> stages = new ArrayList<>();

    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private CompletionStage<String> after(long millis, String value) {
        CompletableFuture<String> stage = new CompletableFuture<>();
        stages.add(stage);
        time.schedule(ms(millis), () -> stage.complete(value));
        return stage;
    }

    private CompletionStage<String> failAfter(long millis) {
        CompletableFuture<String> stage = new CompletableFuture<>();
        time.schedule(ms(millis), () -> stage.completeExceptionally(new IOException("down")));
        return stage;
    }

    private PipelineBuilder<String, String> within(long millis) {
        return Pipeline.<String>named("page").within(ms(millis)).timeSource(time);
    }

    @ParameterizedTest
    @EnumSource
    void together_they_take_as_long_as_the_longest_and_are_joined(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .<String>parallel("sources", group -> {
                    Branch<String> hits = group.asyncStep("hits", in -> after(300, in + " hits"));
                    Branch<Integer> length = group.step("length", String::length, step -> step.local());
                    Branch<Optional<String>> facets = group.<String>asyncStep("facets", in -> after(200, "facets"))
                            .optional();
                    return results -> results.get(hits) + " " + results.get(length) + " " + results.get(facets);
                })
                .build();

        PipelineResult<String> result = form.ask(pipeline, "in", time);

        assertThat(result.value()).isEqualTo("in hits 2 Optional[facets]");
        assertThat(result.partial()).isFalse();
        assertThat(result.latency()).isEqualTo(ms(300));
        assertThat(statuses(result.steps())).containsExactly("hits COMPLETED", "length COMPLETED", "facets COMPLETED");
        assertThat(result.step("facets").duration()).isEqualTo(ms(200));
    }

    @ParameterizedTest
    @EnumSource
    void an_optional_one_that_fails_or_hangs_is_absent_or_what_it_says_instead(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .<String>parallel("sources", group -> {
                    Branch<String> hits = group.asyncStep("hits", in -> after(100, "hits"));
                    Branch<Optional<String>> facets = group.<String>asyncStep("facets", in -> failAfter(50))
                            .optional();
                    Branch<String> spelling = group.asyncStep(
                            "spelling",
                            in -> after(5000, "never"),
                            step -> step.optional(in -> in + "?").timeLimit(ms(400)));
                    return results -> results.get(hits) + results.get(facets) + results.get(spelling);
                })
                .build();

        PipelineResult<String> result = form.ask(pipeline, "in", time);

        assertThat(result.value()).isEqualTo("hitsOptional.emptyin?");
        assertThat(result.partial()).isTrue();
        assertThat(result.degraded()).isFalse();
        assertThat(result.latency().toMillis()).isEqualTo(400);
        assertThat(statuses(result.steps()))
                .containsExactly("hits COMPLETED", "facets SKIPPED UNAVAILABLE", "spelling SKIPPED TIMEOUT");
    }

    @ParameterizedTest
    @EnumSource
    void a_required_one_that_fails_stops_the_others_which_are_not_held_to_have_failed(Asked form) {
        Pipeline<String, String> pipeline = within(1000)
                .<String>parallel("sources", group -> {
                    Branch<String> quick = group.asyncStep("quick", in -> after(10, "quick"));
                    Branch<String> broken = group.asyncStep("broken", in -> failAfter(50));
                    Branch<String> slow = group.asyncStep("slow", in -> after(900, "slow"));
                    return results -> results.get(quick) + results.get(broken) + results.get(slow);
                })
                .step("never", in -> in)
                .build();
        long[] took = {0};

        PipelineFailedException failed = catchThrowableOfType(
                PipelineFailedException.class,
                () -> form.ask(pipeline, "in", Deadline.none(), time, nanos -> took[0] = nanos));

        assertThat(Duration.ofNanos(took[0])).isEqualTo(ms(50));
        assertThat(failed.step()).isEqualTo("broken");
        assertThat(failed).hasRootCauseMessage("down");
        assertThat(statuses(failed.steps()))
                .containsExactly("quick COMPLETED", "broken FAILED UNAVAILABLE", "slow CANCELLED CANCELLED");
        assertThat(failed.completed()).containsExactly("quick");
    }

    @ParameterizedTest
    @EnumSource
    void a_chain_beside_marks_the_result(Asked form) {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("facets")
                .asyncModel("llm", in -> failAfter(20))
                .local("static", in -> "static")
                .timeSource(time)
                .build();
        Pipeline<String, String> pipeline = within(1000)
                .<String>parallel("sources", group -> {
                    Branch<String> hits = group.asyncStep("hits", in -> after(100, "hits"));
                    Branch<String> facets = group.chain("facets", chain);
                    return results -> results.get(hits) + " " + results.get(facets);
                })
                .build();

        PipelineResult<String> result = form.ask(pipeline, "in", time);

        assertThat(result.value()).isEqualTo("hits static");
        assertThat(result.degraded()).isTrue();
        assertThat(result.reason()).contains(FailureKind.UNAVAILABLE);
        assertThat(result.step("facets").degraded()).isTrue();
        assertThat(result.step("hits").degraded()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void a_pipeline_inside_has_what_is_left_and_tells_its_own_steps(Asked form) {
        Pipeline<String, String> inner = within(10_000)
                .asyncStep("a", in -> after(10, in + "a"))
                .asyncStep("b", in -> after(60_000, in + "b"), step -> step.optional(in -> in))
                .build();
        Pipeline<String, String> pipeline = Pipeline.<String>named("outer")
                .within(ms(400))
                .timeSource(time)
                .pipeline("inner", inner)
                .asyncStep("c", in -> after(40, in + "c"), step -> step.reserve(ms(40)))
                .build();

        PipelineResult<String> result = form.ask(pipeline, "", time);

        assertThat(result.value()).isEqualTo("ac");
        assertThat(result.partial()).isTrue();
        assertThat(result.latency().toMillis()).as("b leaves 40 and 50 of 400").isEqualTo(350);
        assertThat(statuses(result.step("inner").inside())).containsExactly("a COMPLETED", "b SKIPPED TIMEOUT");
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("NullAway")
    void what_the_join_throws_or_forgets_fails_the_step_they_are_together(Asked form) {
        Pipeline<String, String> throwing = joined(results -> {
            throw new IllegalStateException("broken");
        });
        Pipeline<String, String> nothing = joined(results -> null);

        assertThatThrownBy(() -> form.ask(throwing, "in", time))
                .isInstanceOf(PipelineFailedException.class)
                .hasMessageStartingWith(
                        "The step 'sources' of the pipeline 'page' failed (UNKNOWN), and it is required. So far: hits COMPLETED")
                .hasRootCauseMessage("broken");
        assertThatThrownBy(() -> form.ask(nothing, "in", time)).hasMessageContaining("failed (MALFORMED)");
    }

    private Pipeline<String, String> joined(Function<Object, String> join) {
        return within(1000)
                .<String>parallel("sources", group -> {
                    Branch<String> unused = group.asyncStep("hits", in -> after(10, "hits"));
                    return join;
                })
                .build();
    }

    @Test
    void a_branch_is_read_where_its_own_are_joined_and_by_what_optional_returned() {
        List<Branch<String>> foreign = new ArrayList<>();
        Pipeline<String, String> pipeline = within(1000)
                .<String>parallel("one", group -> {
                    foreign.add(group.step("a", in -> "a", step -> step.local()));
                    return results -> results.get(foreign.get(0));
                })
                .<String>parallel("two", group -> {
                    Branch<String> unused = group.step("b", in -> "b");
                    return results -> results.get(foreign.get(0));
                })
                .build();
        Pipeline<String, String> skipped = within(1000)
                .<String>parallel("one", group -> {
                    Branch<String> branch = group.step("a", in -> {
                        throw new IOException("down");
                    });
                    Branch<Optional<String>> unused = branch.optional();
                    return results -> results.get(branch);
                })
                .build();

        assertThatThrownBy(() -> pipeline.execute("in"))
                .hasRootCauseMessage("This branch belongs to other steps side by side: read it where they are joined");
        assertThatThrownBy(() -> skipped.execute("in"))
                .hasRootCauseMessage("The branch 'a' was skipped: read it by what its optional() returned");
    }

    @Test
    void a_caller_that_goes_away_stops_them_all() {
        Pipeline<String, String> pipeline = within(1000)
                .<String>parallel("sources", group -> {
                    Branch<String> a = group.asyncStep("a", in -> after(500, "a"));
                    Branch<String> b = group.asyncStep("b", in -> after(600, "b"));
                    return results -> results.get(a) + results.get(b);
                })
                .build();
        CompletableFuture<PipelineResult<String>> asked = pipeline.executeAsync("in");
        time.advance(ms(100));

        assertThat(asked.cancel(true)).isTrue();
        time.advance(ms(2000));

        assertThat(asked).isCancelled();
        assertThat(time.scheduled()).isZero();

        Thread caller = Thread.currentThread();
        time.schedule(ms(100), caller::interrupt);
        assertThatThrownBy(() -> pipeline.execute("in")).isInstanceOf(ChainCancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void what_became_of_each_is_told_once() {
        List<StepReport> told = new ArrayList<>();
        Pipeline<String, String> pipeline = within(1000)
                .<String>parallel("sources", group -> {
                    Branch<String> a = group.asyncStep("a", in -> after(100, "a"));
                    Branch<Optional<String>> b =
                            group.<String>asyncStep("b", in -> failAfter(10)).optional();
                    return results -> results.get(a) + results.get(b);
                })
                .listener(event -> {
                    if (event instanceof PipelineEvent.StepEnded ended) {
                        told.add(ended.step());
                    }
                })
                .build();

        PipelineResult<String> result = pipeline.execute("in");

        assertThat(told).containsExactlyInAnyOrderElementsOf(result.steps());
        assertThat(told).extracting(StepReport::status).containsExactly(StepStatus.SKIPPED, StepStatus.COMPLETED);
    }
}
