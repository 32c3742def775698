package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

class FailureTest {

    @ParameterizedTest
    @EnumSource(
            mode = Mode.EXCLUDE,
            names = {"CIRCUIT_OPEN", "SATURATED", "OUT_OF_TIME", "MISS", "CANCELLED", "CLOSED"})
    void a_plain_failure_is_always_the_same_object(FailureKind kind) {
        Failure failure = Failure.of(kind);

        assertThat(failure).isSameAs(Failure.of(kind)).hasToString(kind.name());
        assertThat(failure.kind()).isEqualTo(kind);
        assertThat(failure.retryAfter()).isEmpty();
        assertThat(failure.status()).isEmpty();
        assertThat(failure.withRetryAfter(Duration.ZERO)).isSameAs(failure);
    }

    @ParameterizedTest
    @EnumSource(names = {"CIRCUIT_OPEN", "SATURATED", "OUT_OF_TIME", "MISS", "CANCELLED", "CLOSED"})
    void what_only_afloat_can_know_is_refused(FailureKind kind) {
        assertThatThrownBy(() -> Failure.of(kind))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(kind
                        + " is not a kind of exception: Afloat gives it by itself. Say UNAVAILABLE or UNKNOWN, or return"
                        + " null for \"I do not know\"");
    }

    @Test
    void wait_and_status_are_part_of_the_value() {
        Failure failure = Failure.of(FailureKind.RATE_LIMITED)
                .withRetryAfter(Duration.ofSeconds(2))
                .withStatus(429);

        assertThat(failure).hasToString("RATE_LIMITED (429) retry after PT2S");
        assertThat(failure.retryAfter()).contains(Duration.ofSeconds(2));
        assertThat(failure.status()).hasValue(429);
        assertThat(failure)
                .isEqualTo(
                        Failure.of(FailureKind.RATE_LIMITED).withStatus(429).withRetryAfter(Duration.parse("PT2.0S")))
                .hasSameHashCodeAs(
                        Failure.of(FailureKind.RATE_LIMITED).withStatus(429).withRetryAfter(Duration.ofSeconds(2)))
                .isNotEqualTo(Failure.of(FailureKind.RATE_LIMITED).withStatus(429))
                .isNotEqualTo(failure.withStatus(503))
                .isNotEqualTo(Failure.of(FailureKind.OVERLOADED)
                        .withRetryAfter(Duration.ofSeconds(2))
                        .withStatus(429));
    }

    @Test
    void a_wait_is_more_than_nothing_and_never_absurd() {
        Failure limited = Failure.of(FailureKind.RATE_LIMITED).withStatus(429);

        assertThat(limited.withRetryAfter(Duration.ofSeconds(-1)).retryAfter()).isEmpty();
        assertThat(limited.withRetryAfter(Duration.ofSeconds(1)).withRetryAfter(Duration.ZERO))
                .isEqualTo(limited);
        assertThat(limited.withRetryAfter(Duration.ofSeconds(Long.MAX_VALUE)).retryAfter())
                .contains(Failure.LONGEST_WAIT);
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void a_failure_needs_a_kind() {
        assertThatThrownBy(() -> Failure.of(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("kind");
    }
}
