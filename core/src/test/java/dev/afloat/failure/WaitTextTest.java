package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WaitTextTest {

    @ParameterizedTest
    @CsvSource({
        "1s, PT1S",
        "6m0s, PT6M",
        "20ms, PT0.02S",
        "1h2m3.5s, PT1H2M3.5S",
        "2m59.56s, PT2M59.56S",
        "500µs, PT0.0005S",
        "1d2h, PT26H",
        "99999999999999999999h, PT8760H"
    })
    void a_length_with_units_is_read(String text, Duration length) {
        assertThat(WaitText.whole(text)).isEqualTo(length);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "s", "5", "5x", "0s", "0m0s", "-5s", "6m0", "6m 0s later", "m5s", "1.s", "1..5s", "5s5"})
    void anything_else_is_no_length(String text) {
        assertThat(WaitText.whole(text)).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "please try again in 20s. visit the page | PT20S",
                "try again in 1m30.5s | PT1M30.5S",
                "please try again in 6ms. | PT0.006S",
                "please retry after 26 seconds. | PT26S",
                "please retry your request after 2 minutes | PT2M",
                "try again in about 1 hour | PT1H",
                "please wait 5 seconds before the next | PT5S",
                "please retry in 27.491s. | PT27.491S",
                "try again in 0s, or retry in 3s | PT3S",
                "{\"retrydelay\": \"38s\"} and try again in 5s | PT38S",
                "{\\\"retrydelay\\\":\\\"1.5s\\\"} | PT1.5S"
            })
    void a_text_that_names_a_wait_is_read(String text, Duration wait) {
        assertThat(WaitText.in(text)).isEqualTo(wait);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "try again",
                "try again in a moment",
                "try again in -5s",
                "retry after 30",
                "the country in 5s",
                "entry in 20s",
                "we waited 5s",
                "retry in 5 parsecs",
                "limit 6000, requested 12000"
            })
    void a_text_that_names_none_has_none(String text) {
        assertThat(WaitText.in(text)).isNull();
    }

    @Test
    void ten_thousand_texts_of_its_own_words_throw_nothing_and_keep_within_bounds() {
        Random random = new Random(42);
        String[] words = {
            "try",
            "again",
            "retry",
            "in",
            "after",
            "wait",
            "for",
            " ",
            " ",
            " ",
            "5",
            "99999999999999999999",
            ".",
            "s",
            "ms",
            "m",
            "h",
            "seconds",
            "retrydelay",
            "\"",
            ":",
            "\\",
            "µs",
            "-",
            "\u0000"
        };
        for (int i = 0; i < 10_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int length = random.nextInt(40); length >= 0; length--) {
                text.append(words[random.nextInt(words.length)]);
            }

            Duration wait = WaitText.in(text.toString());
            Duration whole = WaitText.whole(text.toString());

            assertThat(wait == null ? Duration.ofNanos(1) : wait).as("%s", text).isBetween(Duration.ofNanos(1), most());
            assertThat(whole == null ? Duration.ofNanos(1) : whole)
                    .as("%s", text)
                    .isBetween(Duration.ofNanos(1), most());
        }
    }

    /** Each part of a length is cut by itself, the sum when it becomes a hint. */
    private static Duration most() {
        return Failure.LONGEST_WAIT.multipliedBy(8);
    }
}
