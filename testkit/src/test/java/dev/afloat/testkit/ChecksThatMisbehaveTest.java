package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.event.CircuitState;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import dev.afloat.testkit.AsyncScenario.Form;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Checks that are interrupted, that throw where others call them, and that ask the chain again. */
class ChecksThatMisbehaveTest {
    private final VirtualTime time = new VirtualTime();

    @AfterEach
    void clearTheFlag() {
        Thread.interrupted();
    }

    private FallbackChain<String, String> onCaller(QualityCheck<String, String> check) {
        return FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> "answer",
                        tier -> tier.withoutTimeLimit().acceptOnCheckFailure().check(check))
                .local("net", in -> "net")
                .timeSource(time)
                .build();
    }

    private static Verdict interrupted() {
        throw as(RuntimeException.class, new InterruptedException());
    }

    @SuppressWarnings({"unchecked", "unused"}) // as code of other languages does
    private static <E extends Throwable> E as(Class<E> type, Throwable thrown) throws E {
        throw (E) thrown;
    }

    static Stream<QualityCheck<String, String>> interruptedChecks() {
        QualityCheck<String, String> check = (in, out) -> interrupted();
        return Stream.of(check, check.onTrial(), QualityCheck.all(check, check).onTrial());
    }

    @ParameterizedTest
    @MethodSource("interruptedChecks")
    void a_check_that_was_interrupted_does_not_swallow_the_callers_flag(QualityCheck<String, String> check) {
        FallbackChain<String, String> chain = onCaller(check);

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("answer");
        assertThat(Thread.currentThread().isInterrupted()).as("the flag").isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void checks_called_by_a_check_of_ones_own_may_be_unable_too(Form form) {
        QualityCheck<String, String> several = QualityCheck.all(
                QualityCheck.that("text", out -> true), QualityCheck.that("parses", ChecksThatMisbehaveTest::failing));
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> "answer",
                        tier -> tier.acceptOnCheckFailure().check((in, out) -> several.check(in, out)))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        Result<String> result = Forms.ask(chain, form, "in");

        AfloatAssertions.assertThat(result).hasValue("answer").hasAttempt("model", Outcome.NEUTRAL);
        assertThat(result.attempts().get(0).code()).contains("check-threw");
        assertThat(result.attempts().get(0).cause()).containsInstanceOf(IllegalStateException.class);
    }

    private static boolean failing(String out) {
        throw new IllegalStateException("not now");
    }

    @Test
    void a_check_that_asks_its_own_chain_without_end_is_a_failure_of_the_tier() {
        FallbackChain<?, ?>[] itself = new FallbackChain<?, ?>[1];
        @SuppressWarnings("unchecked")
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> "answer",
                        tier -> tier.withoutTimeLimit()
                                .withoutCircuitBreaker()
                                .maxConcurrent(50)
                                .check((in, out) -> {
                                    ((FallbackChain<String, String>) itself[0]).execute(in);
                                    return Verdict.accepted();
                                }))
                .local("net", in -> "net")
                .timeSource(time)
                .build();
        itself[0] = chain;

        AfloatAssertions.assertThat(chain.execute("in")).hasValue("answer");
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
        assertThat(chain.health().tier("model").circuit()).isNotEqualTo(CircuitState.OPEN);
    }
}
