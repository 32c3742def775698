package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class BudgetAndReserveTest {
    private static final Duration BUDGET = Duration.ofMillis(1500);
    private static final CircuitBreakerSpec ONE_FAILURE =
            CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(10));

    private final VirtualTime time = new VirtualTime();

    private FallbackChainBuilder<String, String> chain() {
        return FallbackChain.<String, String>named("search").timeSource(time);
    }

    private String hang() throws InterruptedException {
        return after(Duration.ofSeconds(9));
    }

    private String after(Duration delay) throws InterruptedException {
        time.pause(delay);
        return "model";
    }

    private static Duration millis(long millis) {
        return Duration.ofMillis(millis);
    }

    @Test
    void two_models_that_hang_leave_the_keyword_search_its_place_in_the_budget() {
        FallbackChain<String, String> chain = chain().within(BUDGET)
                .model("primary", in -> hang(), tier -> tier.timeLimit(millis(800)))
                .lookup("cache", in -> Optional.empty())
                .model("second", in -> hang(), tier -> tier.timeLimit(millis(600)))
                .local("keyword", in -> "keyword")
                .build();

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result)
                .hasValue("keyword")
                .isDegradedBy(FailureKind.TIMEOUT)
                .hasLatency(millis(1400));
        assertThat(result.attempts())
                .extracting(Attempt::toString)
                .containsExactly(
                        "primary TIMEOUT after 800 ms",
                        "cache MISS after 0 ms",
                        "second TIMEOUT after 600 ms",
                        "keyword SUCCESS after 0 ms");
    }

    static Stream<Arguments> lengthsAndPositions() {
        return IntStream.rangeClosed(2, 6)
                .boxed()
                .flatMap(length -> IntStream.range(0, length - 1).mapToObj(position -> Arguments.of(length, position)));
    }

    @ParameterizedTest
    @MethodSource("lengthsAndPositions")
    void one_hang_is_given_up_at_its_limit_wherever_it_is(int length, int position) {
        FallbackChainBuilder<String, String> builder = chain().within(BUDGET);
        for (int i = 0; i < length - 1; i++) {
            Step step = i < position
                    ? Step.fail()
                    : i == position ? Step.hang(Duration.ofSeconds(9)) : Step.answerAfter(millis(100));
            builder.model(
                    "tier" + i, StubModel.of(time, in -> in, Script.of(step)), tier -> tier.timeLimit(millis(800)));
        }
        FallbackChain<String, String> chain =
                builder.local("tier" + (length - 1), in -> in).build();

        Result<String> result = chain.execute("in");

        boolean last = position == length - 2;
        AfloatAssertions.assertThat(result)
                .wasServedBy("tier" + (position + 1))
                .hasAttempt("tier" + position, Outcome.TIMEOUT)
                .hasLatency(millis(last ? 800 : 900));
    }

    @ParameterizedTest
    @MethodSource("lengthsAndPositions")
    void hangs_from_some_tier_on_never_cost_more_than_the_budget(int length, int position) {
        List<StubModel<String, String>> stubs = new ArrayList<>();
        FallbackChainBuilder<String, String> builder = chain().within(BUDGET);
        for (int i = 0; i < length - 1; i++) {
            stubs.add(StubModel.of(
                    time, in -> in, Script.of(i < position ? Step.fail() : Step.hang(Duration.ofSeconds(9)))));
            builder.model("tier" + i, stubs.get(i), tier -> tier.timeLimit(millis(700)));
        }
        FallbackChain<String, String> chain = builder.local("net", in -> in).build();

        Result<String> result = chain.execute("in");

        int hanging = length - 1 - position;
        AfloatAssertions.assertThat(result).wasServedBy("net").hasLatency(millis(Math.min(1500, hanging * 700L)));
        assertThat(stubs.stream().filter(stub -> !stub.calls().isEmpty())).hasSize(position + Math.min(3, hanging));
    }

    @Test
    void an_earlier_tier_leaves_a_later_one_its_minimum() {
        FallbackChain<String, String> chain = chain().within(millis(1000))
                .model("greedy", in -> hang())
                .model("modest", in -> after(millis(300)), tier -> tier.minimumTime(millis(300)))
                .local("net", in -> in)
                .build();

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).wasServedBy("modest").hasLatency(millis(1000));
        assertThat(result.attempts().get(0).duration()).isEqualTo(millis(700));
        assertThat(result.attempts().get(0).outcome()).isEqualTo(Outcome.TIMEOUT);
    }

    @Test
    void the_reserve_is_kept_under_an_inherited_deadline_too() {
        FallbackChain<String, String> chain = chain().model("greedy", in -> hang())
                .model("modest", in -> after(millis(300)), tier -> tier.minimumTime(millis(300)))
                .local("net", in -> in)
                .build();

        Result<String> result = chain.execute("in", Deadline.after(millis(1000), time));

        AfloatAssertions.assertThat(result).wasServedBy("modest").hasLatency(millis(1000));
        AfloatAssertions.assertThat(result).hasAttempt("greedy", Outcome.NEUTRAL);
        assertThat(result.attempts().get(0).duration()).isEqualTo(millis(700));
    }

    @Test
    void a_tier_whose_minimum_no_longer_fits_is_skipped_and_nobody_is_blamed() {
        FallbackChain<String, String> chain = chain().model(
                        "model",
                        in -> after(millis(1)),
                        tier -> tier.minimumTime(millis(300)).circuitBreaker(ONE_FAILURE))
                .local("net", in -> in)
                .build();

        Result<String> tooLate = chain.execute("in", Deadline.after(millis(300).minusNanos(1), time));
        Result<String> justInTime = chain.execute("in", Deadline.after(millis(300), time));

        AfloatAssertions.assertThat(tooLate).wasServedBy("net").isDegradedBy(FailureKind.OUT_OF_TIME);
        AfloatAssertions.assertThat(tooLate).hasAttempt("model", Outcome.SKIPPED);
        AfloatAssertions.assertThat(justInTime).wasServedBy("model");
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void lookups_and_local_tiers_run_with_the_budget_spent() {
        FallbackChain<String, String> chain = chain().within(millis(800))
                .model("model", in -> hang())
                .model("second", in -> after(millis(1)))
                .lookup("cache", in -> {
                    time.pause(millis(50));
                    return Optional.empty();
                })
                .lookup("remote", Optional::of, tier -> tier.timeLimit(millis(100)))
                .localIfAble("rules", in -> Optional.empty())
                .local("net", in -> in)
                .build();

        Result<String> result = chain.execute("in");

        assertThat(result.attempts())
                .extracting(Attempt::toString)
                .containsExactly(
                        "model TIMEOUT after 800 ms",
                        "second SKIPPED OUT_OF_TIME",
                        "cache MISS after 50 ms",
                        "remote SKIPPED OUT_OF_TIME",
                        "rules MISS after 0 ms",
                        "net SUCCESS after 0 ms");
    }

    @Test
    void a_timeout_counts_after_a_full_slice_only() {
        FallbackChain<String, String> chain = chain().within(BUDGET)
                .model(
                        "model",
                        in -> hang(),
                        tier -> tier.timeLimit(millis(800)).circuitBreaker(ONE_FAILURE))
                .local("net", in -> in)
                .build();

        Result<String> cut = chain.execute("in", Deadline.after(millis(800).minusNanos(1), time));
        CircuitState afterCut = chain.health().tier("model").circuit();
        Result<String> full = chain.execute("in", Deadline.after(millis(800), time));

        AfloatAssertions.assertThat(cut).hasAttempt("model", Outcome.NEUTRAL).isDegradedBy(FailureKind.OUT_OF_TIME);
        assertThat(afterCut).isEqualTo(CircuitState.CLOSED);
        AfloatAssertions.assertThat(full).hasAttempt("model", Outcome.TIMEOUT).isDegradedBy(FailureKind.TIMEOUT);
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
    }

    @Test
    void a_full_slice_is_what_the_budget_and_later_reserves_leave_as_built() {
        FallbackChain<String, String> chain = chain().within(millis(1000))
                .model("model", in -> hang(), tier -> tier.circuitBreaker(ONE_FAILURE))
                .model("second", in -> in, tier -> tier.minimumTime(millis(400)))
                .local("net", in -> in)
                .build();

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasAttempt("model", Outcome.TIMEOUT).hasLatency(millis(600));
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
    }
}
