package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.AsyncScenario.Form;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Times at the ends of what a {@link Duration} can be: none, less than none, hardly any, and more than a long holds. */
class BudgetEdgeTest {
    private static final Duration DEFAULT_LIMIT = Duration.ofSeconds(30);
    private static final Duration HOURS = Duration.ofHours(9);

    private final VirtualTime time = new VirtualTime();

    private FallbackChainBuilder<String, String> chain() {
        return FallbackChain.<String, String>named("search").timeSource(time);
    }

    private String after(Duration delay) throws InterruptedException {
        time.pause(delay);
        return "model";
    }

    private static Result<String> ask(FallbackChain<String, String> chain, Form form, Deadline deadline) {
        return form == Form.SYNC
                ? chain.execute("in", deadline)
                : chain.executeAsync("in", deadline).join();
    }

    private static Stream<Arguments> huge() {
        return Stream.of(
                        Duration.ofSeconds(Long.MAX_VALUE),
                        Duration.ofSeconds(Long.MAX_VALUE, 999_999_999),
                        Duration.ofMillis(Long.MAX_VALUE),
                        Duration.ofDays(365_000))
                .flatMap(huge -> Stream.of(Form.values()).map(form -> Arguments.of(huge, form)));
    }

    @ParameterizedTest
    @MethodSource("huge")
    void under_a_huge_budget_each_tier_still_has_its_own_limit(Duration huge, Form form) {
        FallbackChain<String, String> chain = chain().within(huge)
                .model("hangs", in -> after(HOURS))
                .model("slow", in -> after(Duration.ofSeconds(20)))
                .local("net", in -> "net")
                .build();

        AfloatAssertions.assertThat(ask(chain, form, Deadline.none()))
                .wasServedBy("slow")
                .hasAttempt("hangs", Outcome.TIMEOUT)
                .hasLatency(DEFAULT_LIMIT.plusSeconds(20));
    }

    @ParameterizedTest
    @MethodSource("huge")
    void under_a_huge_deadline_the_budget_still_holds(Duration huge, Form form) {
        FallbackChain<String, String> chain = chain().within(Duration.ofMillis(1500))
                .model("hangs", in -> after(HOURS), tier -> tier.timeLimit(Duration.ofMillis(800)))
                .model("hangs-too", in -> after(HOURS), tier -> tier.timeLimit(Duration.ofMillis(800)))
                .local("net", in -> "net")
                .build();

        AfloatAssertions.assertThat(ask(chain, form, Deadline.after(huge, time)))
                .wasServedBy("net")
                .hasAttempt("hangs", Outcome.TIMEOUT)
                .hasLatency(Duration.ofMillis(1500));
    }

    @ParameterizedTest
    @MethodSource("huge")
    void a_huge_limit_is_as_good_as_none_and_ends_with_the_deadline(Duration huge, Form form) {
        FallbackChain<String, String> chain = chain().model("slow", in -> after(HOURS), tier -> tier.timeLimit(huge))
                .local("net", in -> "net")
                .build();

        AfloatAssertions.assertThat(ask(chain, form, Deadline.none()))
                .wasServedBy("slow")
                .hasLatency(HOURS);
        AfloatAssertions.assertThat(ask(chain, form, Deadline.after(Duration.ofSeconds(1), time)))
                .wasServedBy("net")
                .isDegradedBy(FailureKind.OUT_OF_TIME)
                .hasLatency(Duration.ofSeconds(1));
    }

    @ParameterizedTest
    @MethodSource("huge")
    void a_huge_minimum_is_skipped_where_there_is_any_end_and_costs_earlier_tiers_nothing_where_there_is_none(
            Duration huge, Form form) {
        FallbackChain<String, String> chain = chain().model("first", in -> after(HOURS))
                .model("greedy", in -> "greedy", tier -> tier.timeLimit(huge).minimumTime(huge))
                .local("net", in -> "net")
                .build();

        AfloatAssertions.assertThat(ask(chain, form, Deadline.none()))
                .hasAttempt("first", Outcome.TIMEOUT)
                .hasLatency(DEFAULT_LIMIT);
        AfloatAssertions.assertThat(ask(chain, form, Deadline.after(Duration.ofDays(365), time)))
                .wasServedBy("net")
                .hasAttempt("greedy", Outcome.SKIPPED)
                .hasLatency(Duration.ZERO);
    }

    @ParameterizedTest
    @MethodSource("huge")
    void a_huge_minimum_or_limit_does_not_fit_a_budget(Duration huge, Form ignored) {
        FallbackChainBuilder<String, String> minimum = chain().within(Duration.ofSeconds(1))
                .model("greedy", in -> in, tier -> tier.minimumTime(huge))
                .local("net", in -> in);
        FallbackChainBuilder<String, String> limit = chain().within(Duration.ofSeconds(1))
                .model("greedy", in -> in, tier -> tier.timeLimit(huge))
                .local("net", in -> in);

        assertThatThrownBy(minimum::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the minimumTime of its tiers from 'greedy' on is ")
                .hasMessageEndingWith("does not fit within(PT1S). Lower one, or raise within.");
        assertThatThrownBy(limit::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("the timeLimit of 'greedy' (")
                .hasMessageEndingWith("leaves PT1S. Lower the limit, or raise within.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-0.000000001S", "PT-1S", "PT-2562047788015215H"})
    void times_that_are_none_are_refused_where_they_are_written(String none) {
        Duration duration = Duration.parse(none);

        assertThatThrownBy(() -> chain().model("model", in -> in, tier -> tier.timeLimit(duration)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A timeLimit must be positive, but is " + none
                        + ". To run without one, say withoutTimeLimit().");
        if (duration.isNegative()) {
            assertThatThrownBy(() -> chain().model("model", in -> in, tier -> tier.minimumTime(duration)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("A minimumTime cannot be negative, but is " + none);
        }
        assertThatThrownBy(chain().within(duration).local("net", in -> in)::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("within(" + none + ") leaves no time for anything.");
    }

    @ParameterizedTest
    @EnumSource
    void a_minimum_of_zero_reserves_nothing(Form form) {
        FallbackChain<String, String> chain = chain().within(Duration.ofMillis(300))
                .model("hangs", in -> after(HOURS))
                .model("second", in -> in, tier -> tier.minimumTime(Duration.ZERO))
                .local("net", in -> "net")
                .build();

        AfloatAssertions.assertThat(ask(chain, form, Deadline.none()))
                .wasServedBy("net")
                .hasAttempt("second", Outcome.SKIPPED)
                .hasLatency(Duration.ofMillis(300));
    }

    @ParameterizedTest
    @EnumSource
    void budget_limit_and_minimum_below_a_millisecond_are_kept_to_the_nanosecond(Form form) {
        Duration most = Duration.ofNanos(400_000);
        Duration less = most.minusNanos(1);
        FallbackChain<String, String> budget = chain().within(less)
                .model("model", in -> after(most))
                .local("net", in -> "net")
                .build();
        FallbackChain<String, String> limit = chain().model("model", in -> after(most), tier -> tier.timeLimit(most))
                .local("net", in -> "net")
                .build();
        FallbackChain<String, String> minimum = chain().model("model", in -> in, tier -> tier.minimumTime(most))
                .local("net", in -> "net")
                .build();

        AfloatAssertions.assertThat(ask(budget, form, Deadline.none()))
                .hasAttempt("model", Outcome.TIMEOUT)
                .hasLatency(less);
        AfloatAssertions.assertThat(ask(limit, form, Deadline.none()))
                .wasServedBy("model")
                .hasLatency(most);
        AfloatAssertions.assertThat(ask(minimum, form, Deadline.after(most, time)))
                .wasServedBy("model");
        AfloatAssertions.assertThat(ask(minimum, form, Deadline.after(less, time)))
                .hasAttempt("model", Outcome.SKIPPED);
    }
}
