package dev.afloat.testkit;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineTest {
    private static final Duration BUDGET = Duration.ofMillis(1500);

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

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S", "PT-0.000000001S", "PT-2562047788015215H"})
    void a_deadline_that_has_passed_leaves_the_local_answer(String deadline) {
        FallbackChain<String, String> chain = chain().within(BUDGET)
                .model("model", in -> in)
                .local("net", in -> in)
                .build();

        Result<String> result = chain.execute("in", Deadline.after(Duration.parse(deadline), time));

        AfloatAssertions.assertThat(result)
                .wasServedBy("net")
                .isDegradedBy(FailureKind.OUT_OF_TIME)
                .hasLatency(Duration.ZERO);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT2000000H", "PT2562047788015215H"})
    void a_huge_deadline_or_budget_is_as_good_as_none(String huge) {
        FallbackChain<String, String> chain = chain().within(Duration.parse(huge))
                .model("model", in -> hang(), tier -> tier.timeLimit(Duration.ofDays(365)))
                .model("minimum", in -> in, tier -> tier.minimumTime(millis(1)))
                .local("net", in -> in)
                .build();

        Result<String> result = chain.execute("in", Deadline.after(Duration.parse(huge), time));

        AfloatAssertions.assertThat(result).wasServedBy("model").hasLatency(Duration.ofSeconds(9));
    }

    @Test
    void a_deadline_below_a_millisecond_is_kept_to_the_nanosecond() {
        FallbackChain<String, String> chain = chain().model("model", in -> after(Duration.ofNanos(400_000)))
                .local("net", in -> in)
                .build();

        Result<String> exactly = chain.execute("in", Deadline.after(Duration.ofNanos(400_000), time));
        Result<String> less = chain.execute("in", Deadline.after(Duration.ofNanos(399_999), time));

        AfloatAssertions.assertThat(exactly).wasServedBy("model").hasLatency(Duration.ofNanos(400_000));
        AfloatAssertions.assertThat(less).wasServedBy("net").hasLatency(Duration.ofNanos(399_999));
    }

    @ParameterizedTest
    @ValueSource(longs = {300, 1500, 9000})
    void the_earlier_of_budget_and_inherited_deadline_holds(long deadline) {
        // Two of them: the limit of one alone is no longer than the budget anyway.
        FallbackChain<String, String> chain = chain().within(BUDGET)
                .model("model", in -> hang(), tier -> tier.timeLimit(millis(1000)))
                .model("second", in -> hang(), tier -> tier.timeLimit(millis(1000)))
                .local("net", in -> in)
                .build();

        Result<String> result = chain.execute("in", Deadline.after(millis(deadline), time));

        AfloatAssertions.assertThat(result).wasServedBy("net").hasLatency(millis(Math.min(deadline, 1500)));
    }

    @Test
    void a_nested_chain_inherits_what_is_left() {
        FallbackChain<String, String> inner = FallbackChain.<String, String>named("inner")
                .within(Duration.ofSeconds(5))
                .model("model", in -> hang())
                .local("net", in -> in)
                .timeSource(time)
                .build();
        FallbackChain<String, String> outer = chain().within(millis(1000))
                .model("first", in -> hang(), tier -> tier.timeLimit(millis(400)))
                .tier(inner.asTier("nested"))
                .build();

        Result<String> result = outer.execute("in");

        AfloatAssertions.assertThat(result).wasServedBy("nested").hasLatency(millis(1000));
    }

    /** How one chain comes to stand in another. */
    enum Nesting {
        TIER,
        LIMITED_TIER,
        CALLED
    }

    private FallbackChain<String, String> nested(
            Nesting nesting, Duration within, FallbackChain<String, String> inner) {
        FallbackChainBuilder<String, String> outer = chain().within(within);
        switch (nesting) {
            case TIER -> outer.tier(inner.asTier("nested"));
            case LIMITED_TIER -> outer.tier(inner.asTier("nested", tier -> tier.timeLimit(within)));
            case CALLED ->
                outer.modelWithContext(
                        "nested",
                        (in, context) -> inner.execute(in, context.deadline()).value());
        }
        return outer.local("net", in -> "outer net").build();
    }

    @ParameterizedTest
    @CsvSource({
        "TIER,         400,   10000",
        "TIER,         10000, 400",
        "LIMITED_TIER, 400,   10000",
        "LIMITED_TIER, 10000, 400",
        "CALLED,       400,   10000",
        "CALLED,       10000, 400",
    })
    void the_shorter_of_two_budgets_holds_whichever_chain_it_is_of(Nesting nesting, long within, long inside) {
        for (AsyncScenario.Form form : AsyncScenario.Form.values()) {
            FallbackChain<String, String> inner = FallbackChain.<String, String>named("inner")
                    .within(millis(inside))
                    .model("model", in -> hang(), tier -> tier.timeLimit(millis(300)))
                    .model("second", in -> hang(), tier -> tier.timeLimit(millis(300)))
                    .local("net", in -> "inner net")
                    .timeSource(time)
                    .build();
            FallbackChain<String, String> outer = nested(nesting, millis(within), inner);

            Result<String> result = form == AsyncScenario.Form.SYNC
                    ? outer.execute("in")
                    : outer.executeAsync("in").join();

            // At the very moment at which both chains' time is over the inner one still has its say.
            AfloatAssertions.assertThat(result)
                    .hasValue("inner net")
                    .wasServedBy("nested")
                    .hasLatency(millis(400));
            AfloatAssertions.assertThat(outer.execute("in", Deadline.after(millis(100), time)))
                    .hasValue("inner net")
                    .hasLatency(millis(100));
        }
    }

    @Test
    void an_answer_at_exactly_the_limit_is_in_time_and_one_nanosecond_later_is_not() {
        FallbackChain<String, Duration> chain = FallbackChain.<String, Duration>named("edge")
                .model(
                        "model",
                        in -> {
                            time.pause(Duration.parse(in));
                            return Duration.parse(in);
                        },
                        tier -> tier.timeLimit(millis(800)))
                .local("net", in -> Duration.ZERO)
                .timeSource(time)
                .build();

        Result<Duration> exactly = chain.execute("PT0.8S");
        Result<Duration> late = chain.execute("PT0.800000001S");

        AfloatAssertions.assertThat(exactly).wasServedBy("model").hasLatency(millis(800));
        AfloatAssertions.assertThat(late)
                .wasServedBy("net")
                .hasAttempt("model", Outcome.TIMEOUT)
                .hasLatency(millis(800));
    }
}
