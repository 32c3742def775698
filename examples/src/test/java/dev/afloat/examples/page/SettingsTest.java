package dev.afloat.examples.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SettingsTest {

    @Test
    void a_port_and_a_pace_are_taken_and_each_may_be_left_out() {
        assertThat(Settings.of()).isEqualTo(new Settings(0, Duration.ofSeconds(1)));
        assertThat(Settings.of("8080")).isEqualTo(new Settings(8080, Duration.ofSeconds(1)));
        assertThat(Settings.of("--every", "200")).isEqualTo(new Settings(0, Duration.ofMillis(200)));
        assertThat(Settings.of("8080", "--every", "200")).isEqualTo(new Settings(8080, Duration.ofMillis(200)));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '"',
            value = {
                "http          | The port must be a whole number from 0 to 65535, but is 'http'",
                "65536         | The port must be a whole number from 0 to 65535, but is '65536'",
                "0 --every -1  | What follows --every, milliseconds, must be a whole number from 1 to 3600000, but is '-1'",
                "--every 0     | What follows --every, milliseconds, must be a whole number from 1 to 3600000, but is '0'",
                "8080 --every  | What follows --every, milliseconds, must be a whole number from 1 to 3600000, but is ''",
                "8080 200      | '200' is not known here: give a port, --every and milliseconds, both or neither"
            })
    void arguments_that_make_no_sense_are_refused(String args, String message) {
        assertThatThrownBy(() -> LivePage.main(args.split(" ", -1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
