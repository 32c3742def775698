package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RetryAfterTest {
    private static final Instant NOON = Instant.parse("2026-03-01T12:00:00Z");

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "7 | PT7S",
                "' 7 ' | PT7S",
                "1.5 | PT1.5S",
                "0.001 | PT0.001S",
                "00012 | PT12S",
                "999999 | PT277H46M39S",
                "Sun, 01 Mar 2026 12:00:30 GMT | PT30S",
                "Sunday, 01-Mar-26 12:00:30 GMT | PT30S",
                "Sun Mar  1 12:00:30 2026 | PT30S",
                "Mon, 01 Mar 2026 12:00:30 GMT | PT30S",
                "Sun, 1 Mar 2026 12:00:30 GMT | PT30S",
                "Sun, 01 Mar 2026 12:00:60 GMT | PT59S"
            })
    void seconds_and_dates_are_waits(String value, Duration wait) {
        assertThat(RetryAfter.parse(value, NOON)).contains(wait);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "9999999999",
                "99999999999999999999",
                "9999999999999999999999999999999999999999.9",
                "Fri, 31 Dec 9999 23:59:59 GMT"
            })
    void an_absurd_wait_is_cut_and_overflows_nothing(String value) {
        assertThat(RetryAfter.parse(value, NOON)).contains(Failure.LONGEST_WAIT);
        assertThat(Failure.LONGEST_WAIT.toNanos()).isPositive();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "",
                " ",
                "soon",
                "5s",
                "7, 7",
                "-1",
                "-0.5",
                "+5",
                "0",
                "0.0",
                "0.00000000001",
                "1e3",
                "1,5",
                ".5",
                "5.",
                "0x10",
                "NaN",
                "Infinity",
                "\u0663",
                "\uFF17",
                "Sun, 01 Mar 2026 12:00:00 GMT",
                "Sun, 01 Mar 2026 11:59:59 GMT",
                "Sunday, 06-Nov-94 08:49:37 GMT",
                "Sun Nov  6 08:49:37 1994",
                "Sun, 31 Feb 2026 12:00:00 GMT",
                "Sun, 01 Foo 2026 12:00:30 GMT",
                "Sun, 01 arM 2026 12:00:30 GMT",
                "Sun, 01 Mar 2026 24:00:30 GMT",
                "Sun, 01 Mar 2026 12:00:30 CET",
                "2026-03-01T12:00:30Z"
            })
    void what_says_nothing_usable_is_no_wait(String value) {
        assertThat(RetryAfter.parse(value, NOON)).isEmpty();
    }

    @Test
    void a_year_of_two_digits_is_at_most_fifty_years_ahead() {
        assertThat(HttpDate.parse("Sunday, 06-Nov-94 08:49:37 GMT", NOON)).isEqualTo("1994-11-06T08:49:37Z");
        assertThat(HttpDate.parse("Sunday, 06-Nov-76 08:49:37 GMT", NOON)).isEqualTo("2076-11-06T08:49:37Z");
        assertThat(HttpDate.parse("Sunday, 06-Nov-77 08:49:37 GMT", NOON)).isEqualTo("1977-11-06T08:49:37Z");
    }

    @Test
    void a_very_long_value_is_not_looked_at() {
        assertThat(RetryAfter.parse(" ".repeat(1_000_000) + "7", NOON)).isEmpty();
    }

    @Test
    void ten_thousand_damaged_values_throw_nothing_and_keep_within_bounds() {
        Random random = new Random(20260301);
        String[] seeds = {
            "7", "1.5", "Sun, 01 Mar 2026 12:00:30 GMT", "Sunday, 01-Mar-26 12:00:30 GMT", "99999999999999999999"
        };
        for (int i = 0; i < 10_000; i++) {
            StringBuilder value = new StringBuilder(seeds[random.nextInt(seeds.length)]);
            for (int edits = random.nextInt(4); edits >= 0; edits--) {
                int at = random.nextInt(value.length() + 1);
                switch (random.nextInt(3)) {
                    case 0 -> value.insert(at, (char) random.nextInt(0x250));
                    case 1 -> value.delete(at, Math.min(value.length(), at + 1 + random.nextInt(3)));
                    default -> value.insert(at, value.substring(0, at));
                }
            }

            Optional<Duration> wait = RetryAfter.parse(value.toString(), NOON);

            assertThat(wait.orElse(Duration.ofNanos(1)))
                    .as("%s", value)
                    .isPositive()
                    .isLessThanOrEqualTo(Failure.LONGEST_WAIT);
        }
    }
}
