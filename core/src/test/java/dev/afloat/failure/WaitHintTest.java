package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which of several hints wins, and against which clock. */
class WaitHintTest {
    private static final Clock NOON = Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);

    private static Optional<Duration> wait(int status, String body, String... headers) {
        Map<String, List<String>> map = new HashMap<>();
        for (int i = 0; i < headers.length; i += 2) {
            map.put(headers[i], List.of(headers[i + 1]));
        }
        LlmHttpException thrown = new LlmHttpException(status, map, body);
        return Objects.requireNonNull(FailureClassifier.builtIn(NOON).classify(thrown))
                .retryAfter();
    }

    private static Optional<Duration> limited(String... headers) {
        return wait(429, "", headers);
    }

    @Test
    void milliseconds_win_over_seconds_and_headers_over_text() {
        String body = "{\"retryDelay\": \"4s\", \"message\": \"try again in 5s\"}";

        assertThat(wait(429, body, "Retry-After-Ms", "2500", "Retry-After", "3"))
                .contains(Duration.ofMillis(2500));
        assertThat(wait(429, body, "x-ms-retry-after-ms", "50", "Retry-After", "3"))
                .contains(Duration.ofMillis(50));
        assertThat(wait(429, body, "Retry-After", "3")).contains(Duration.ofSeconds(3));
        assertThat(wait(429, body)).contains(Duration.ofSeconds(4));
        assertThat(wait(429, "try again in 5s")).contains(Duration.ofSeconds(5));
    }

    @Test
    void a_hint_that_cannot_be_used_makes_room_for_the_next() {
        assertThat(wait(429, "try again in 5s", "Retry-After-Ms", "soon", "Retry-After", "0"))
                .contains(Duration.ofSeconds(5));
        assertThat(limited("Retry-After-Ms", "-3", "Retry-After", "3")).contains(Duration.ofSeconds(3));
        assertThat(limited("Retry-After", "soon")).isEmpty();
    }

    @Test
    void resets_come_last_since_they_say_when_a_limit_is_full_again() {
        String[] reset = {"x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", "6m0s"};

        assertThat(limited(reset)).contains(Duration.ofMinutes(6));
        assertThat(wait(429, "try again in 20ms", reset)).contains(Duration.ofMillis(20));
    }

    @Test
    void the_latest_reset_of_what_is_spent_counts_and_no_other() {
        assertThat(limited(
                        "x-ratelimit-remaining-requests",
                        "0",
                        "x-ratelimit-reset-requests",
                        "20ms",
                        "x-ratelimit-remaining-tokens",
                        "0",
                        "x-ratelimit-reset-tokens",
                        "1m2.5s"))
                .contains(Duration.ofMillis(62_500));
        assertThat(limited(
                        "x-ratelimit-remaining-requests",
                        "0",
                        "x-ratelimit-reset-requests",
                        "20ms",
                        "x-ratelimit-remaining-tokens",
                        "17",
                        "x-ratelimit-reset-tokens",
                        "1m2.5s"))
                .contains(Duration.ofMillis(20));
        assertThat(limited("x-ratelimit-reset-tokens", "6m0s")).isEmpty();
    }

    @Test
    void resets_of_anthropic_are_points_in_time() {
        assertThat(limited(
                        "anthropic-ratelimit-requests-remaining", "0",
                        "anthropic-ratelimit-requests-reset", "2026-03-01T12:00:09Z",
                        "anthropic-ratelimit-input-tokens-remaining", "0",
                        "anthropic-ratelimit-input-tokens-reset", "2026-03-01T13:00:30+01:00"))
                .contains(Duration.ofSeconds(30));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "soon", "2026-03-01T11:59:59Z", "2026-03-01", "+999999999-12-31T23:59:59Z0"})
    void a_reset_that_has_passed_or_is_no_date_is_no_hint(String reset) {
        assertThat(limited("anthropic-ratelimit-tokens-remaining", "0", "anthropic-ratelimit-tokens-reset", reset))
                .isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"60, PT1M", "0.5, PT0.5S", "1772366430, ", "-1, ", "0, "})
    void a_bare_number_as_reset_is_seconds_but_not_a_point_in_time(String reset, Duration wait) {
        assertThat(limited("x-ratelimit-remaining-requests", "0", "x-ratelimit-reset-requests", reset))
                .isEqualTo(Optional.ofNullable(wait));
    }

    @Test
    void dates_are_measured_against_the_servers_own_clock_where_it_tells_it() {
        String date = "Sun, 01 Mar 2026 12:10:30 GMT";

        assertThat(limited("Retry-After", date)).contains(Duration.ofSeconds(630));
        assertThat(limited("Retry-After", date, "Date", "Sun, 01 Mar 2026 12:10:00 GMT"))
                .contains(Duration.ofSeconds(30));
        assertThat(limited("Retry-After", date, "Date", "no date")).contains(Duration.ofSeconds(630));
        assertThat(limited("Retry-After", date, "Date", "Sun, 01 Mar 2026 12:11:00 GMT"))
                .isEmpty();
    }

    @Test
    void absurd_hints_are_cut() {
        assertThat(limited("Retry-After", "99999999999999999999")).contains(Failure.LONGEST_WAIT);
        assertThat(limited("Retry-After-Ms", "9".repeat(40))).contains(Failure.LONGEST_WAIT);
        assertThat(wait(429, "try again in 99999999999999999999h 99999999999999999999h"))
                .contains(Failure.LONGEST_WAIT);
        assertThat(limited(
                        "anthropic-ratelimit-tokens-remaining", "0",
                        "anthropic-ratelimit-tokens-reset", "+999999999-12-31T23:59:59Z"))
                .contains(Failure.LONGEST_WAIT);
    }

    @ParameterizedTest
    @CsvSource({
        "429, true",
        "402, true",
        "503, true",
        "529, true",
        "500, true",
        "401, false",
        "400, false",
        "504, false"
    })
    void hints_are_read_where_waiting_may_help(int status, boolean hinted) {
        assertThat(wait(status, "", "Retry-After", "3"))
                .isEqualTo(hinted ? Optional.of(Duration.ofSeconds(3)) : Optional.empty());
    }

    @Test
    void limits_have_nothing_to_do_with_an_overload() {
        assertThat(wait(503, "", "x-ratelimit-remaining-tokens", "0", "x-ratelimit-reset-tokens", "6m0s"))
                .isEmpty();
    }
}
