package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.call.ModelCall;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.QualityFailureException;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QualityInThePathTest {
    private static final Duration LIMIT = Duration.ofMillis(800);

    private final VirtualTime time = new VirtualTime();
    private final List<String> checked = new ArrayList<>();
    private final List<String> kept = new ArrayList<>();

    private FallbackChain<String, String> chain(Consumer<TierSettings<String, String>> settings) {
        return chain(in -> "answer", settings);
    }

    private FallbackChain<String, String> chain(
            ModelCall<String, String> model, Consumer<TierSettings<String, String>> settings) {
        return FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        model,
                        tier -> settings.accept(tier.timeLimit(LIMIT)
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(10)))))
                .local("net", in -> "net")
                .onAccepted((in, out, context) -> kept.add(out))
                .timeSource(time)
                .build();
    }

    private QualityCheck<String, String> says(String name, Verdict verdict) {
        return (in, out) -> {
            checked.add(name);
            return verdict;
        };
    }

    private static @Nullable CircuitState state(FallbackChain<?, ?> chain) {
        return chain.health().tier("model").circuit();
    }

    @Test
    void an_accepted_answer_is_served_kept_and_counted_as_a_success() {
        FallbackChain<String, String> chain = chain(tier -> tier.check("not-empty", out -> !out.isEmpty()));

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("answer").isNotDegraded().hasAttempt("model", Outcome.SUCCESS);
        assertThat(result.attempts().get(0).code()).isEmpty();
        assertThat(kept).containsExactly("answer");
    }

    @Test
    void a_rejected_answer_is_a_failure_with_the_code_of_the_check() {
        FallbackChain<String, String> chain = chain(tier -> tier.check("not-empty", String::isEmpty));

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("net").isDegradedBy(FailureKind.QUALITY);
        assertThat(result.attempts().get(0).toString())
                .isEqualTo("model QUALITY_FAILURE QUALITY 'not-empty' after 0 ms");
        assertThat(result.attempts().get(0).cause()).isEmpty();
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
        assertThat(kept).isEmpty();
    }

    @Test
    void an_uncertain_answer_is_served_and_noted_but_not_kept() {
        FallbackChain<String, String> chain = chain(tier -> tier.check((in, out) -> Verdict.uncertain("unsure")));

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("answer").isNotDegraded().hasAttempt("model", Outcome.NEUTRAL);
        assertThat(result.attempts().get(0).code()).contains("unsure");
        assertThat(result.attempts().get(0).kind()).isEmpty();
        assertThat(kept).isEmpty();
    }

    @Test
    void a_counted_answer_is_served_and_fails_the_tier() {
        FallbackChain<String, String> chain = chain(tier -> tier.check((in, out) -> Verdict.counted("slow")));

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result)
                .hasValue("answer")
                .isNotDegraded()
                .hasAttempt("model", Outcome.QUALITY_FAILURE);
        assertThat(result.attempts().get(0).code()).contains("slow");
        assertThat(result.attempts().get(0).kind()).isEmpty();
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
        assertThat(kept).isEmpty();
    }

    @Test
    void checks_run_in_their_order_and_the_first_rejection_ends_them() {
        FallbackChain<String, String> chain = chain(tier -> tier.check(says("first", Verdict.accepted()))
                .check(says("second", Verdict.rejected("second")))
                .check(says("third", Verdict.rejected("third"))));

        Result<String> result = chain.execute("in");

        assertThat(checked).containsExactly("first", "second");
        assertThat(result.attempts().get(0).code()).contains("second");
    }

    @Test
    void of_several_doubts_the_gravest_stands() {
        FallbackChain<String, String> chain = chain(tier -> tier.check(says("first", Verdict.uncertain("first")))
                .check(says("second", Verdict.counted("second")))
                .check(says("third", Verdict.uncertain("third"))));

        Result<String> result = chain.execute("in");

        assertThat(checked).containsExactly("first", "second", "third");
        assertThat(result.attempts().get(0).code()).contains("second");
        AfloatAssertions.assertThat(result).hasValue("answer");
    }

    @Test
    void a_check_that_throws_rejects() {
        IllegalStateException broken = new IllegalStateException("broken");
        FallbackChain<String, String> chain = chain(tier -> tier.check("parses", out -> {
            throw broken;
        }));

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("net").isDegradedBy(FailureKind.QUALITY);
        assertThat(result.attempts().get(0).code()).contains("parses-threw");
        assertThat(result.attempts().get(0).cause()).containsSame(broken);
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
    }

    @Test
    void a_check_that_throws_is_served_as_uncertain_on_request() {
        FallbackChain<String, String> chain =
                chain(tier -> tier.acceptOnCheckFailure().check("parses", out -> {
                    throw new StackOverflowError();
                }));

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("answer").hasAttempt("model", Outcome.NEUTRAL);
        assertThat(result.attempts().get(0).code()).contains("parses-threw");
        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    @SuppressWarnings("NullAway") // a check written without nullness annotations
    void a_check_that_answers_null_rejects() {
        FallbackChain<String, String> chain = chain(tier -> tier.check((in, out) -> null));

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("net").hasAttempt("model", Outcome.QUALITY_FAILURE);
        assertThat(result.attempts().get(0).code()).contains("check-null");
    }

    @Test
    void no_error_of_a_check_takes_the_feature_down() {
        FallbackChain<String, String> chain = chain(tier -> tier.check("asserts", out -> {
            throw new AssertionError("in the check");
        }));

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("net").hasAttempt("model", Outcome.QUALITY_FAILURE);
        assertThat(result.attempts().get(0).code()).contains("asserts-threw");
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
    }

    @Test
    void code_that_judges_inside_the_call_is_a_quality_failure_too() {
        FallbackChain<String, String> chain = chain(
                in -> {
                    throw new QualityFailureException("no-json");
                },
                tier -> {});

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("net").isDegradedBy(FailureKind.QUALITY);
        assertThat(result.attempts())
                .extracting(Attempt::outcome)
                .containsExactly(Outcome.QUALITY_FAILURE, Outcome.SUCCESS);
        assertThat(result.attempts().get(0).code()).contains("no-json");
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
    }
}
