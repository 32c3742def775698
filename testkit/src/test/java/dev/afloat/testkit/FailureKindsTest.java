package dev.afloat.testkit;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.LlmHttpException;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What each kind of failure does to the breaker, and who is asked next. */
class FailureKindsTest {
    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger second = new AtomicInteger();

    private static final class Told extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private FallbackChainBuilder<String, String> chain(Failure failure) {
        return FallbackChain.<String, String>named("search")
                .timeSource(time)
                .model(
                        "first",
                        in -> fail(),
                        tier -> tier.classifier(thrown -> thrown instanceof Told ? failure : null)
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(9))));
    }

    private static String fail() {
        throw new Told();
    }

    private FallbackChain<String, String> withSecond(Failure failure, Consumer<TierSettings<String, String>> settings) {
        return chain(failure)
                .model("second", in -> "second " + second.incrementAndGet(), settings)
                .lookup("cache", in -> Optional.empty())
                .local("net", in -> "net")
                .build();
    }

    /** The kind, what the attempt and the breaker make of it, and who answers. */
    static Stream<Arguments> kinds() {
        return Stream.of(
                arguments(FailureKind.TIMEOUT, Outcome.ERROR, "second"),
                arguments(FailureKind.RATE_LIMITED, Outcome.NEUTRAL, "second"),
                arguments(FailureKind.QUOTA_EXHAUSTED, Outcome.NEUTRAL, "second"),
                arguments(FailureKind.OVERLOADED, Outcome.ERROR, "second"),
                arguments(FailureKind.UNAVAILABLE, Outcome.ERROR, "second"),
                arguments(FailureKind.MISCONFIGURED, Outcome.NEUTRAL, "second"),
                arguments(FailureKind.BAD_REQUEST, Outcome.NEUTRAL, "net"),
                arguments(FailureKind.CONTEXT_TOO_LONG, Outcome.NEUTRAL, "net"),
                arguments(FailureKind.REFUSED, Outcome.NEUTRAL, "net"),
                arguments(FailureKind.MALFORMED, Outcome.ERROR, "second"),
                arguments(FailureKind.QUALITY, Outcome.QUALITY_FAILURE, "second"),
                arguments(FailureKind.UNKNOWN, Outcome.ERROR, "second"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void each_kind_has_its_answer(FailureKind kind, Outcome outcome, String answering) {
        FallbackChain<String, String> chain = withSecond(Failure.of(kind), tier -> {});

        Result<String> result = chain.execute("in");

        assertThat(result).wasServedBy(answering).isDegradedBy(kind).hasAttempt("first", outcome);
        assertThat(chain.health().tier("first").circuit())
                .isEqualTo(kind.countsAgainstTier() ? CircuitState.OPEN : CircuitState.CLOSED);
        assertThat(second).hasValue(answering.equals("second") ? 1 : 0);
        assertThat(chain.executeAsync("in").join().tier())
                .as("the asynchronous form too")
                .isEqualTo(answering);
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CIRCUIT_OPEN", "SATURATED", "OUT_OF_TIME", "MISS", "CANCELLED", "CLOSED"})
    void a_tier_that_is_for_one_kind_is_tried_after_it_and_after_no_other(FailureKind kind) {
        FailureKind other = kind == FailureKind.UNKNOWN ? FailureKind.QUALITY : FailureKind.UNKNOWN;

        assertThat(withSecond(Failure.of(kind), tier -> tier.onlyAfter(kind)).execute("in"))
                .wasServedBy("second");
        Result<String> passedOver =
                withSecond(Failure.of(kind), tier -> tier.onlyAfter(other)).execute("in");

        assertThat(passedOver).wasServedBy("net");
        Attempt skipped = passedOver.attempts().get(1);
        assertThat(skipped.outcome()).isEqualTo(Outcome.SKIPPED);
        assertThat(skipped.kind()).as("what it is not for").contains(kind);
        assertThat(skipped.code()).contains("only-after");
    }

    @ParameterizedTest
    @EnumSource(names = {"BAD_REQUEST", "CONTEXT_TOO_LONG", "REFUSED"})
    void models_that_would_fare_the_same_are_skipped_with_the_reason(FailureKind kind) {
        Attempt skipped = withSecond(Failure.of(kind), tier -> {})
                .execute("in")
                .attempts()
                .get(1);

        assertThat(skipped.outcome()).isEqualTo(Outcome.SKIPPED);
        assertThat(skipped.kind()).contains(kind);
        assertThat(skipped.code()).contains("same-input");
        assertThat(skipped.cause()).isEmpty();
    }

    @Test
    void a_miss_between_does_not_hide_what_a_tier_is_for() {
        FallbackChain<String, String> chain = chain(Failure.of(FailureKind.CONTEXT_TOO_LONG))
                .lookup("cache", in -> Optional.empty())
                .model("long", in -> "long", tier -> tier.onlyAfter(FailureKind.CONTEXT_TOO_LONG))
                .local("net", in -> "net")
                .build();

        assertThat(chain.execute("in")).wasServedBy("long");
    }

    @Test
    void the_status_is_in_the_attempt_and_the_body_is_not() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .timeSource(time)
                .model("first", in -> {
                    throw new LlmHttpException(401, Map.of(), "the secret");
                })
                .local("net", in -> "net")
                .build();

        Attempt refused = chain.execute("in").attempts().get(0);

        assertThat(refused.kind()).contains(FailureKind.MISCONFIGURED);
        assertThat(refused.code()).contains("http-401");
        assertThat(refused.toString()).doesNotContain("secret");
    }

    @Test
    void a_request_that_is_at_fault_does_not_reset_what_others_have_counted() {
        List<Integer> statuses = List.of(503, 400, 503, 400, 503);
        AtomicInteger call = new AtomicInteger();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .timeSource(time)
                .model(
                        "first",
                        in -> {
                            throw new LlmHttpException(statuses.get(call.getAndIncrement()), Map.of(), "");
                        },
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(3, Duration.ofSeconds(9))))
                .local("net", in -> "net")
                .build();

        for (int i = 0; i < 4; i++) {
            chain.execute("in");
        }
        assertThat(chain.health().tier("first").circuit()).isEqualTo(CircuitState.CLOSED);
        chain.execute("in");
        assertThat(chain.health().tier("first").circuit()).isEqualTo(CircuitState.OPEN);
    }

    @Test
    void a_classifier_that_throws_is_passed_over() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .timeSource(time)
                .model(
                        "first",
                        in -> {
                            throw new LlmHttpException(503, Map.of(), "");
                        },
                        tier -> tier.classifier(thrown -> {
                            throw new LinkageError("broken");
                        }))
                .local("net", in -> "net")
                .build();

        assertThat(chain.execute("in")).isDegradedBy(FailureKind.OVERLOADED);
    }

    @Test
    void no_classifier_makes_an_error_of_the_program_harmless() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .timeSource(time)
                .model(
                        "first",
                        in -> {
                            throw new AssertionError("a defect");
                        },
                        tier -> tier.classifier(thrown -> Failure.of(FailureKind.BAD_REQUEST)))
                .local("net", in -> "net")
                .build();

        assertThatThrownBy(() -> chain.execute("in"))
                .isInstanceOf(AssertionError.class)
                .hasMessage("a defect");
    }

    @Test
    void what_an_inspector_finds_is_a_failure_like_any_other() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .timeSource(time)
                .model(
                        "first",
                        in -> in,
                        tier -> tier.inspect(answer -> answer.isEmpty() ? Failure.of(FailureKind.MALFORMED) : null)
                                .check("never-asked", answer -> !answer.isEmpty()))
                .local("net", in -> "net")
                .build();

        assertThat(chain.execute("good")).wasServedBy("first");
        assertThat(chain.execute("")).wasServedBy("net").isDegradedBy(FailureKind.MALFORMED);
        assertThat(chain.execute("").attempts().get(0).outcome()).isEqualTo(Outcome.ERROR);
    }

    @Test
    void what_an_inspector_throws_is_classified() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .timeSource(time)
                .model(
                        "first",
                        in -> in,
                        tier -> tier.inspect(answer -> {
                            throw new LlmHttpException(429, Map.of("Retry-After", List.of("7")), "");
                        }))
                .local("net", in -> "net")
                .build();

        assertThat(chain.execute("in")).isDegradedBy(FailureKind.RATE_LIMITED);
        assertThat(chain.health().tier("first").heldFor()).isEqualTo(Duration.ofSeconds(7));
    }

    @ParameterizedTest
    @EnumSource(names = {"CANCELLED", "CLOSED"})
    void no_tier_is_for_what_ends_the_request(FailureKind kind) {
        assertThatThrownBy(() -> withSecond(Failure.of(FailureKind.UNKNOWN), tier -> tier.onlyAfter(kind)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("After CANCELLED or CLOSED no tier is tried. Leave it out of onlyAfter [" + kind + "].");
    }

    @Test
    void a_tier_that_is_tried_only_after_others_cannot_be_the_first() {
        assertThatThrownBy(() -> FallbackChain.<String, String>named("search")
                        .model("first", in -> in, tier -> tier.onlyAfter(FailureKind.TIMEOUT))
                        .local("net", in -> "net")
                        .build())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("'first' is to be tried only after others have failed, but is the first tier. "
                        + "Put it behind them, or leave onlyAfter out.");
    }
}
