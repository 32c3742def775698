package dev.afloat.testkit;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.quality.QualityCheck;
import dev.afloat.testkit.AsyncScenario.Form;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A model that is up and quick, and answers garbage. The input says what it answers: "garbage", "down" or something good. */
class QualityOutageTest {
    private static final Duration OPEN_FOR = Duration.ofSeconds(30);
    private static final List<String> REJECTED = List.of("model QUALITY_FAILURE QUALITY 'garbage'", "cache SUCCESS");
    private static final List<String> SPARED = List.of("model SKIPPED CIRCUIT_OPEN", "cache SUCCESS");
    private static final List<String> SERVED = List.of("model SUCCESS");

    private final VirtualTime time = new VirtualTime();
    private final List<ChainEvent> events = new ArrayList<>();
    private int calls;

    private FallbackChain<String, String> chain(
            CircuitBreakerSpec spec, UnaryOperator<QualityCheck<String, String>> change) {
        QualityCheck<String, String> check = QualityCheck.that("garbage", out -> !out.equals("garbage"));
        return FallbackChain.<String, String>named("search")
                .model("model", this::model, tier -> tier.circuitBreaker(spec).check(change.apply(check)))
                .lookup("cache", in -> Optional.of("kept"))
                .local("net", in -> "net")
                .listener(events::add)
                .timeSource(time)
                .build();
    }

    private String model(String in) throws IOException {
        calls++;
        if (in.equals("down")) {
            throw new IOException("down");
        }
        return in;
    }

    private static @Nullable CircuitState state(FallbackChain<?, ?> chain) {
        return chain.health().tier("model").circuit();
    }

    private static void assertNext(
            FallbackChain<String, String> chain, Form form, String input, List<String> attempts) {
        Result<String> result = Forms.ask(chain, form, input);

        assertThat(Forms.attempts(result)).isEqualTo(attempts);
        assertThat(result).hasValue(attempts.equals(SERVED) ? input : "kept");
    }

    private void assertOutageAfterOpening(FallbackChain<String, String> chain, Form form) {
        int before = calls;
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
        for (int i = 0; i < 20; i++) {
            assertNext(chain, form, "fine", SPARED);
        }
        assertThat(calls).as("calls while it is open").isEqualTo(before);

        time.advance(OPEN_FOR);
        assertNext(chain, form, "garbage", REJECTED);
        assertThat(state(chain)).as("after a probe of garbage").isEqualTo(CircuitState.OPEN);
        assertNext(chain, form, "fine", SPARED);

        time.advance(OPEN_FOR);
        assertNext(chain, form, "fine", SERVED);
        assertThat(state(chain)).as("after a good probe").isEqualTo(CircuitState.CLOSED);
        assertNext(chain, form, "fine", SERVED);
        assertThat(calls).isEqualTo(before + 3);
    }

    @ParameterizedTest
    @EnumSource
    void garbage_in_a_row_opens_the_breaker_and_the_next_tier_serves_until_the_model_recovers(Form form) {
        FallbackChain<String, String> chain =
                chain(CircuitBreakerSpec.consecutiveFailures(3, OPEN_FOR), UnaryOperator.identity());
        assertNext(chain, form, "garbage", REJECTED);
        assertNext(chain, form, "garbage", REJECTED);
        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);

        assertNext(chain, form, "garbage", REJECTED);

        assertOutageAfterOpening(chain, form);
        assertThat(chain.health().tier("model").quality().failures()).isEqualTo(Map.of("garbage", 4L));
    }

    @ParameterizedTest
    @EnumSource
    void a_share_of_garbage_opens_the_breaker_once_there_are_enough_calls(Form form) {
        CircuitBreakerSpec spec = CircuitBreakerSpec.slidingWindow();
        FallbackChain<String, String> chain = chain(spec, UnaryOperator.identity());
        for (int i = 1; i < spec.minimumCalls(); i++) {
            boolean garbage = i % 2 == 0;
            assertNext(chain, form, garbage ? "garbage" : "fine", garbage ? REJECTED : SERVED);
            assertThat(state(chain)).as("after %d calls", i).isEqualTo(CircuitState.CLOSED);
        }

        assertNext(chain, form, "garbage", REJECTED);

        assertOutageAfterOpening(chain, form);
        assertThat(chain.health().tier("model").quality().failures()).isEqualTo(Map.of("garbage", 6L));
    }

    @Test
    void a_share_below_that_does_not() {
        FallbackChain<String, String> chain = chain(CircuitBreakerSpec.slidingWindow(), UnaryOperator.identity());

        for (int i = 0; i < 100; i++) {
            chain.execute(i % 4 == 3 ? "garbage" : "fine");
        }

        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
        assertThat(calls).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource
    void a_check_on_trial_is_no_judge_of_probes(Form form) {
        List<String> noted = List.of("model SUCCESS 'trial-garbage'");
        FallbackChain<String, String> chain =
                chain(CircuitBreakerSpec.consecutiveFailures(1, OPEN_FOR), QualityCheck::onTrial);
        assertThat(Forms.ask(chain, form, "down")).hasAttempt("model", Outcome.ERROR);
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);

        time.advance(OPEN_FOR);
        Result<String> probe = Forms.ask(chain, form, "garbage");

        assertThat(Forms.attempts(probe)).isEqualTo(noted);
        assertThat(probe).isNotDegraded();
        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
        assertThat(chain.health().tier("model").quality().failures()).isEmpty();
        assertThat(chain.health().tier("model").quality().noted()).containsEntry("trial-garbage", 1L);
    }

    @ParameterizedTest
    @EnumSource
    void garbage_is_told_apart_from_errors_everywhere(Form form) {
        FallbackChain<String, String> chain =
                chain(CircuitBreakerSpec.consecutiveFailures(9, OPEN_FOR), UnaryOperator.identity());

        Result<String> garbage = Forms.ask(chain, form, "garbage");
        Result<String> down = Forms.ask(chain, form, "down");

        assertThat(garbage).hasAttempt("model", Outcome.QUALITY_FAILURE).isDegradedBy(FailureKind.QUALITY);
        assertThat(down).hasAttempt("model", Outcome.ERROR).isDegradedBy(FailureKind.UNAVAILABLE);
        assertThat(events.stream()
                        .filter(ChainEvent.FellBack.class::isInstance)
                        .map(ChainEvent.FellBack.class::cast)
                        .map(event -> Forms.text(event.attempt()) + ", so " + event.reason()))
                .containsExactly(
                        "model QUALITY_FAILURE QUALITY 'garbage', so QUALITY",
                        "model ERROR UNAVAILABLE (IOException), so UNAVAILABLE");
        assertThat(chain.health().tier("model").quality().failures()).isEqualTo(Map.of("garbage", 1L));
        assertThat(chain.health().tier("cache").quality().failures()).isEmpty();
    }

    @Test
    void whoever_asks_for_garbage_takes_the_model_from_all_others() {
        FallbackChain<String, String> chain = chain(CircuitBreakerSpec.slidingWindow(), UnaryOperator.identity());

        int served = playHostileUser(chain);

        assertThat(served).as("good requests that the model served").isLessThan(10);
        assertThat(calls).isLessThan(20);
    }

    @Test
    void whoever_asks_for_garbage_and_is_to_blame_does_not() {
        FallbackChain<String, String> chain =
                chain(CircuitBreakerSpec.slidingWindow(), check -> check.neutralWhen(input -> input.equals("garbage")));

        int served = playHostileUser(chain);

        assertThat(served).as("good requests that the model served").isEqualTo(100);
        assertThat(calls).isEqualTo(1100);
        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
    }

    /** A thousand hostile requests within 5 s, and after each ten of them one of somebody else. */
    private int playHostileUser(FallbackChain<String, String> chain) {
        int served = 0;
        for (int i = 1; i <= 1000; i++) {
            time.advance(Duration.ofMillis(5));
            assertThat(chain.execute("garbage")).hasValue("kept");
            if (i % 10 == 0) {
                served += chain.execute("fine").tier().equals("model") ? 1 : 0;
            }
        }
        return served;
    }
}
