package dev.afloat.testkit;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static dev.afloat.testkit.LatencySetup.COUNTED;
import static dev.afloat.testkit.LatencySetup.SERVED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Result;
import dev.afloat.quality.LatencyBound;
import dev.afloat.quality.Verdict;
import dev.afloat.testkit.AsyncScenario.Form;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A tier that is too slow as a whole: what becomes of its answers, and of the tier. */
class LatencyInThePathTest {
    private static final LatencyBound BOUND = LatencyBound.p95(Duration.ofMillis(100));
    private static final LatencyBound QUICKLY = BOUND.window(10).minimumSamples(3);

    @ParameterizedTest
    @EnumSource
    void it_is_silent_below_its_minimum_and_then_counts_what_it_serves(Form form) {
        LatencySetup setup = new LatencySetup(form, QUICKLY, tier -> tier.withoutCircuitBreaker());

        assertThat(setup.attempt("500")).isEqualTo(SERVED);
        assertThat(setup.attempt("500")).isEqualTo(SERVED);
        assertThat(setup.latency().exceeded()).isFalse();
        Result<String> third = setup.ask("500");

        assertThat(third).hasValue("500").isNotDegraded();
        assertThat(Forms.attempts(third)).containsExactly(COUNTED);
        assertThat(third.attempts().get(0).kind()).isEmpty();
        assertThat(setup.latency().exceeded()).isTrue();
        assertThat(setup.failures()).isEqualTo(Map.of("latency-p95", 1L));
    }

    @ParameterizedTest
    @EnumSource
    void a_quick_answer_of_a_slow_tier_is_served_and_counted_too(Form form) {
        LatencySetup setup = new LatencySetup(form, QUICKLY, tier -> tier.withoutCircuitBreaker());
        setup.ask(3, "500");

        Result<String> quick = setup.ask("1");

        assertThat(quick).hasValue("1").hasLatency(Duration.ofMillis(1));
        assertThat(Forms.attempts(quick)).containsExactly(COUNTED);
    }

    @ParameterizedTest
    @EnumSource
    void a_slow_tier_opens_its_breaker_and_the_next_one_serves(Form form) {
        LatencySetup setup = new LatencySetup(form, BOUND, tier -> {});
        setup.ask(94, "50");
        setup.ask(5, "101");
        assertThat(setup.failures()).as("of 99, not yet judged").isEmpty();

        for (String input : List.of("101", "1", "2", "3", "4")) {
            Result<String> result = setup.ask(input);
            assertThat(result).hasValue(input);
            assertThat(Forms.attempts(result)).containsExactly(COUNTED);
        }

        assertThat(setup.circuit()).isEqualTo(CircuitState.OPEN);
        Result<String> next = setup.ask("1");
        assertThat(next).hasValue("net").isDegradedBy(FailureKind.CIRCUIT_OPEN).hasLatency(Duration.ZERO);
        assertThat(setup.latency().exceeded())
                .as("what opened it stays to be seen")
                .isTrue();
        assertThat(setup.failures()).isEqualTo(Map.of("latency-p95", 5L));
    }

    @Test
    void five_slow_calls_of_a_hundred_are_within_the_bound_and_so_is_exactly_the_bound() {
        LatencySetup setup = new LatencySetup(Form.SYNC, BOUND, tier -> {});
        setup.ask(95, "100");

        Result<String> last = setup.ask(5, "101");

        assertThat(Forms.attempts(last)).containsExactly(SERVED);
        assertThat(setup.latency().p95()).isEqualTo(Duration.ofMillis(100));
        assertThat(setup.latency().samples()).isEqualTo(100);
    }

    @ParameterizedTest
    @EnumSource
    void on_request_the_answers_of_a_slow_tier_are_given_to_the_next_one(Form form) {
        LatencySetup setup = new LatencySetup(form, QUICKLY.rejecting(), tier -> tier.withoutCircuitBreaker());
        setup.ask(2, "500");

        Result<String> third = setup.ask("500");
        Result<String> fourth = setup.ask("1");

        assertThat(third).hasValue("net").isDegradedBy(FailureKind.QUALITY).hasLatency(Duration.ofMillis(500));
        assertThat(Forms.attempts(third)).containsExactly("model QUALITY_FAILURE QUALITY 'latency-p95'", "net SUCCESS");
        assertThat(fourth).as("a quick one").hasValue("net");
    }

    @ParameterizedTest
    @EnumSource
    void a_tier_that_was_slow_and_is_quick_again_moves_back_within_the_bound(Form form) {
        LatencySetup setup = new LatencySetup(form, QUICKLY, tier -> tier.withoutCircuitBreaker());
        setup.ask(3, "500");

        // The three are in the window until ten more have come.
        assertThat(Forms.attempts(setup.ask(9, "1"))).containsExactly(COUNTED);
        assertThat(setup.attempt("1")).isEqualTo(SERVED);
    }

    @ParameterizedTest
    @EnumSource
    void after_an_opening_a_quick_probe_closes_and_nothing_of_before_is_remembered(Form form) {
        LatencySetup setup = opened(form);
        setup.time.advance(Duration.ofSeconds(10));

        assertThat(setup.attempt("100")).isEqualTo(SERVED);

        assertThat(setup.circuit()).isEqualTo(CircuitState.CLOSED);
        assertThat(setup.latency().samples()).isZero();
        assertThat(setup.latency().exceeded()).isFalse();
        setup.ask(2, "500");
        assertThat(setup.latency().samples()).isEqualTo(2);
        assertThat(setup.failures()).as("since it has opened").isEqualTo(Map.of("latency-p95", 2L));
        assertThat(setup.attempt("1")).as("the third since").isEqualTo(COUNTED);
    }

    @ParameterizedTest
    @EnumSource
    void after_an_opening_a_slow_probe_opens_again_and_is_served(Form form) {
        LatencySetup setup = opened(form);
        setup.time.advance(Duration.ofSeconds(10));

        Result<String> probe = setup.ask("101");

        assertThat(probe).hasValue("101");
        assertThat(Forms.attempts(probe)).containsExactly(COUNTED);
        assertThat(setup.circuit()).isEqualTo(CircuitState.OPEN);
        assertThat(setup.attempt("1")).isEqualTo("model SKIPPED CIRCUIT_OPEN");
    }

    /** Each probe by itself: of two slow and two quick ones, p95 would be above the bound at every moment. */
    @Test
    void several_probes_are_judged_each_by_itself() {
        LatencySetup setup = new LatencySetup(
                Form.SYNC,
                BOUND.window(10).minimumSamples(1),
                tier -> tier.circuitBreaker(CircuitBreakerSpec.slidingWindow()
                        .withOpenFor(Duration.ofSeconds(10))
                        .withProbes(3)));
        setup.ask(5, "500");
        assertThat(setup.circuit()).isEqualTo(CircuitState.OPEN);
        setup.time.advance(Duration.ofSeconds(10));

        assertThat(List.of(setup.attempt("101"), setup.attempt("99"), setup.attempt("100")))
                .containsExactly(COUNTED, SERVED, SERVED);
        assertThat(setup.circuit()).as("a third of the probes failed").isEqualTo(CircuitState.CLOSED);
    }

    private static LatencySetup opened(Form form) {
        LatencySetup setup = new LatencySetup(
                form,
                QUICKLY,
                tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(2, Duration.ofSeconds(10))));
        setup.ask(4, "500");
        assertThat(setup.circuit()).isEqualTo(CircuitState.OPEN);
        return setup;
    }

    @ParameterizedTest
    @CsvSource({
        "UNCERTAIN, false, model QUALITY_FAILURE 'latency-p95'",
        "COUNTED, false, model QUALITY_FAILURE 'check'",
        "REJECTED, false, model QUALITY_FAILURE QUALITY 'check'",
        "UNCERTAIN, true, model QUALITY_FAILURE QUALITY 'latency-p95'",
        "COUNTED, true, model QUALITY_FAILURE QUALITY 'latency-p95'",
        "REJECTED, true, model QUALITY_FAILURE QUALITY 'check'",
    })
    void of_latency_and_a_check_the_graver_verdict_stands(Verdict.Decision check, boolean rejecting, String expected) {
        Verdict verdict = switch (check) {
            case ACCEPTED -> Verdict.accepted();
            case UNCERTAIN -> Verdict.uncertain("check");
            case COUNTED -> Verdict.counted("check");
            case REJECTED -> Verdict.rejected("check");
        };
        LatencyBound bound = rejecting ? QUICKLY.rejecting() : QUICKLY;
        LatencySetup setup = new LatencySetup(
                Form.SYNC,
                bound,
                tier -> tier.withoutCircuitBreaker()
                        .check((in, out) -> in.startsWith("judged") ? verdict : Verdict.accepted()));
        setup.ask(3, "500");

        assertThat(setup.attempt("judged:1")).isEqualTo(expected);
        assertThat(setup.latency().samples()).isEqualTo(check == Verdict.Decision.REJECTED ? 3 : 4);
    }
}
