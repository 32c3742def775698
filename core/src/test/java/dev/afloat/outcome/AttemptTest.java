package dev.afloat.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.failure.FailureKind;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AttemptTest {

    @Test
    void a_success_has_neither_kind_nor_code_nor_cause() {
        Attempt attempt = Attempt.succeeded("model", 2_500_000);

        assertThat(attempt.tier()).isEqualTo("model");
        assertThat(attempt.outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(attempt.kind()).isEmpty();
        assertThat(attempt.code()).isEmpty();
        assertThat(attempt.cause()).isEmpty();
        assertThat(attempt.duration()).isEqualTo(Duration.ofNanos(2_500_000));
        assertThat(attempt.nanos()).isEqualTo(2_500_000);
        assertThat(attempt).hasToString("model SUCCESS after 2 ms");
    }

    @ParameterizedTest
    @EnumSource(FailureKind.class)
    void a_skipped_tier_took_no_time_and_says_why(FailureKind kind) {
        Attempt attempt = Attempt.skipped("model", kind);

        assertThat(attempt.outcome()).isEqualTo(Outcome.SKIPPED);
        assertThat(attempt.kind()).contains(kind);
        assertThat(attempt.duration()).isZero();
        assertThat(attempt).hasToString("model SKIPPED " + kind);
    }

    @Test
    void its_text_names_the_class_of_a_cause_and_not_its_message() {
        Attempt attempt = Attempt.ran(
                "model",
                Outcome.ERROR,
                FailureKind.UNKNOWN,
                "code",
                7_000_000,
                new IllegalStateException("the prompt was 'secret'"));

        assertThat(attempt).hasToString("model ERROR UNKNOWN 'code' (IllegalStateException) after 7 ms");
    }

    @Test
    void a_kind_named_like_its_outcome_is_said_once() {
        assertThat(Attempt.ran("model", Outcome.TIMEOUT, FailureKind.TIMEOUT, null, 0, null))
                .hasToString("model TIMEOUT after 0 ms");
        assertThat(Attempt.ran("cache", Outcome.MISS, FailureKind.MISS, null, 0, null))
                .hasToString("cache MISS after 0 ms");
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void nulls_are_refused_by_name() {
        assertThatThrownBy(() -> Attempt.succeeded(null, 1)).hasMessage("tier");
        assertThatThrownBy(() -> Attempt.skipped("model", null)).hasMessage("kind");
        assertThatThrownBy(() -> Attempt.ran("model", null, null, null, 1, null))
                .hasMessage("outcome");
    }

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void an_outcome_is_a_failure_or_not_recorded_or_the_success(Outcome outcome) {
        boolean failure = switch (outcome) {
            case ERROR, TIMEOUT, QUALITY_FAILURE -> true;
            case SUCCESS, NEUTRAL, SKIPPED, MISS -> false;
        };

        assertThat(outcome.failure()).isEqualTo(failure);
        assertThat(outcome.ran()).isEqualTo(outcome != Outcome.SKIPPED);
    }
}
