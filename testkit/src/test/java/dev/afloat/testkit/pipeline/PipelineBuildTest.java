package dev.afloat.testkit.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.pipeline.Branch;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineBuilder;
import dev.afloat.pipeline.PipelineDescription.StepDescription;
import dev.afloat.pipeline.StepSettings;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What can be built, what cannot, and what a pipeline says of itself. */
class PipelineBuildTest {
    private static Duration ms(long millis) {
        return Duration.ofMillis(millis);
    }

    private static PipelineBuilder<String, String> search() {
        return Pipeline.<String>named("search").within(ms(1000));
    }

    private static void assertRefused(PipelineBuilder<?, ?> builder, String why) {
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("The pipeline 'search' cannot be built: " + why);
    }

    @Test
    void a_pipeline_without_steps_is_refused() {
        assertRefused(search(), "it has no steps. Add one by step(…), chain(…) or pipeline(…).");
    }

    @Test
    void two_steps_of_a_name_are_refused_wherever_they_are() {
        assertRefused(
                search().step("a", in -> in).step("a", in -> in),
                "two steps are named 'a'. Names tell them apart in results: give each its own.");
        assertRefused(
                search().step("a", in -> in).<String>parallel("group", group -> {
                    Branch<String> a = group.step("a", in -> in);
                    return results -> results.get(a);
                }),
                "two steps are named 'a'. Names tell them apart in results: give each its own.");
    }

    @Test
    void reserves_beyond_the_budget_are_refused() {
        assertRefused(
                search().step("a", in -> in, step -> step.reserve(ms(600)))
                        .step("b", in -> in, step -> step.reserve(ms(600))),
                "its required steps reserve PT1.2S, but its budget is PT1S. Reserve less, or raise within(…).");
    }

    @Test
    void an_optional_step_that_can_never_be_called_is_refused() {
        String why =
                "the optional step 'a' is never called: it needs PT0.2S, and leaves PT0.05S for handing on, but of the budget later steps leave it PT0.2S. "
                        + "Lower its minimum(…), reserve less for later steps, or raise within(…).";
        assertRefused(
                search().step("a", in -> in, step -> step.optional(in -> in))
                        .step("b", in -> in, step -> step.reserve(ms(800))),
                why);
        assertRefused(
                search().<String>parallel("group", group -> {
                            Branch<Optional<String>> a =
                                    group.step("a", (String in) -> in).optional();
                            return results -> results.get(a).orElse("");
                        })
                        .step("b", in -> in, step -> step.reserve(ms(800))),
                why);
    }

    @Test
    void a_budget_that_is_not_positive_is_refused() {
        assertRefused(
                search().within(Duration.ZERO).step("a", in -> in),
                "its budget is PT0S. Give it a positive one by within(…), or none.");
    }

    @Test
    void no_steps_side_by_side_are_refused() {
        assertRefused(
                search().<String>parallel("group", group -> results -> "in"),
                "'group' has no steps side by side. Declare some on what its function is given.");
    }

    @Test
    void settings_that_contradict_each_other_are_refused_at_once() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("chain")
                .local("net", in -> in)
                .build();

        assertThatThrownBy(
                        () -> search().step("a", in -> in, step -> step.local().timeLimit(ms(1))))
                .hasMessage("The step 'a' is local, so it has no limit: leave out local(), or timeLimit(…)");
        assertThatThrownBy(() -> search().chain("a", chain, step -> step.local()))
                .hasMessage(
                        "The step 'a' is a chain or a pipeline, which knows itself what it can do without time: leave local() out");
        assertThatThrownBy(() -> search().step("a", in -> in, step -> step.timeLimit(Duration.ZERO)))
                .hasMessage("timeLimit of step 'a' must be positive, but is PT0S");
        assertThatThrownBy(() -> search().step("a", in -> in, step -> step.minimum(ms(-1))))
                .hasMessage("minimum of step 'a' must be zero or more, but is PT-0.001S");
        assertThatThrownBy(() -> search().step(" ", in -> in))
                .hasMessage("A step's name must not be blank: it stands in results and events");
        assertThatThrownBy(() -> Pipeline.named(""))
                .hasMessage("A pipeline's name must not be blank: it stands in results, threads and events");
    }

    @Test
    void a_pipeline_inside_that_follows_another_time_is_refused() {
        Pipeline<String, String> inner =
                search().timeSource(new VirtualTime()).step("a", in -> in).build();

        assertRefused(
                search().pipeline("inner", inner),
                "the pipeline inside, 'inner', follows another time. Give both the same by timeSource(…).");
    }

    @Test
    void a_builder_is_not_changed_by_what_is_made_of_it() {
        PipelineBuilder<String, String> one = search().step("a", in -> in + "a");
        Pipeline<String, String> two = one.step("b", in -> in + "b").build();
        Pipeline<String, Integer> other = one.step("length", String::length).build();

        assertThat(one.build()).hasToString("Pipeline[search: a]");
        assertThat(two.execute("in").value()).isEqualTo("inab");
        assertThat(other.execute("in").value()).isEqualTo(3);
    }

    @Test
    void it_says_how_it_is_composed_and_set() {
        Pipeline<String, String> pipeline = search().step(
                        "expand",
                        in -> in,
                        step -> step.optional(in -> in).minimum(ms(100)).overhead(ms(20)))
                .<String>parallel("sources", group -> {
                    Branch<String> hits = group.step("hits", in -> in);
                    Branch<Optional<String>> facets =
                            group.step("facets", (String in) -> in).optional();
                    return results -> results.get(hits) + results.get(facets);
                })
                .step("filter", in -> in, step -> step.local())
                .build();

        assertThat(pipeline).hasToString("Pipeline[search: expand? → sources(hits ∥ facets?) → filter]");
        assertThat(pipeline.describe().budget()).contains(ms(1000));
        StepDescription expand = pipeline.describe().steps().get(0);
        assertThat(expand.optional()).isTrue();
        assertThat(expand.minimum()).isEqualTo(ms(100));
        assertThat(expand.overhead()).isEqualTo(ms(20));
        assertThat(expand.reserve()).isZero();
        assertThat(pipeline.describe().steps().get(1).reserve()).isEqualTo(StepSettings.DEFAULT_RESERVE);
        assertThat(pipeline.describe().steps().get(2).local()).isTrue();
    }

    @Test
    void small_budgets_are_shared_by_what_says_nothing_of_its_reserve() {
        Pipeline<String, String> pipeline = Pipeline.<String>named("search")
                .within(ms(400))
                .step("a", in -> in)
                .step("b", in -> in)
                .step("c", in -> in, step -> step.reserve(ms(100)))
                .build();

        assertThat(pipeline.describe().steps())
                .extracting(StepDescription::reserve)
                .containsExactly(ms(75), ms(75), ms(100));
    }
}
