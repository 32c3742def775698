package dev.afloat.testkit;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Origin;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResultAssertTest {
    private static final Result<String> PRIMARY = Result.of(
            "100 % good",
            new Origin("search", "model", Level.PRIMARY, false),
            null,
            List.of(Attempt.succeeded("model", 5_000_000)),
            1,
            5_000_000);
    private static final Result<String> DEGRADED = Result.of(
            "net",
            new Origin("search", "net", Level.RULE_BASED, false),
            null,
            List.of(
                    Attempt.ran("model", Outcome.TIMEOUT, FailureKind.TIMEOUT, null, 800_000_000, null),
                    Attempt.succeeded("net", 0)),
            2,
            800_000_000);

    private static Arguments failing(
            Result<String> actual, Consumer<ResultAssert<String>> assertion, String expectation) {
        return Arguments.of(actual, assertion, expectation);
    }

    static Stream<Arguments> assertionsThatFail() {
        return Stream.of(
                failing(PRIMARY, ResultAssert::isDegraded, "to be degraded, but it is not"),
                failing(DEGRADED, ResultAssert::isNotDegraded, "not to be degraded, but it is"),
                failing(PRIMARY, is -> is.wasServedBy("cache"), "to be served by 'cache', but 'model' served it"),
                failing(PRIMARY, is -> is.hasLevel(Level.HUMAN), "to be of level HUMAN, but it is PRIMARY"),
                failing(
                        DEGRADED,
                        is -> is.isDegradedBy(FailureKind.MISS),
                        "to be degraded by MISS, but the reason is TIMEOUT"),
                failing(
                        PRIMARY,
                        is -> is.isDegradedBy(FailureKind.MISS),
                        "to be degraded by MISS, but the reason is none"),
                failing(
                        PRIMARY,
                        is -> is.hasValue("50 % good"),
                        "to have the value <50 % good>, but it is <100 % good>"),
                failing(
                        PRIMARY,
                        is -> is.hasLatency(Duration.ofMillis(6)),
                        "to have taken PT0.006S, but it took PT0.005S"),
                failing(
                        DEGRADED,
                        is -> is.hasAttempt("model", Outcome.ERROR),
                        "to have an attempt of 'model' that ended in ERROR, but it was TIMEOUT"),
                failing(
                        DEGRADED,
                        is -> is.hasAttempt("cache", Outcome.MISS),
                        "to have an attempt of 'cache' that ended in MISS, but it was not reached"));
    }

    @ParameterizedTest
    @MethodSource("assertionsThatFail")
    void a_failure_says_what_was_expected_and_what_became_of_every_tier(
            Result<String> actual, Consumer<ResultAssert<String>> assertion, String expectation) {
        String story = actual == PRIMARY
                ? "Expected Result[search by model, PRIMARY, 5 ms]%n%s%n  attempts: [model SUCCESS after 5 ms]"
                : "Expected Result[search by net, RULE_BASED, degraded by TIMEOUT, 800 ms]%n%s%n  attempts: "
                        + "[model TIMEOUT after 800 ms, net SUCCESS after 0 ms]";

        assertThatThrownBy(() -> assertion.accept(assertThat(actual)))
                .isInstanceOf(AssertionError.class)
                .hasMessage(String.format(story, expectation));
    }

    @Test
    void assertions_that_hold_can_be_chained() {
        assertThatCode(() -> {
                    assertThat(PRIMARY)
                            .isNotDegraded()
                            .wasServedBy("model")
                            .hasLevel(Level.PRIMARY)
                            .hasValue("100 % good")
                            .hasLatency(Duration.ofMillis(5))
                            .hasAttempt("model", Outcome.SUCCESS);
                    assertThat(DEGRADED).isDegraded().isDegradedBy(FailureKind.TIMEOUT);
                })
                .doesNotThrowAnyException();
    }

    @Test
    void a_description_stands_before_the_failure() {
        assertThatThrownBy(() -> assertThat(PRIMARY).as("the first request").isDegraded())
                .hasMessageStartingWith("[the first request] ");
    }

    @Test
    void no_result_at_all_fails_too() {
        @Nullable Result<String> none = null;

        assertThatThrownBy(() -> assertThat(none).isDegraded())
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("Expecting actual not to be null");
    }
}
