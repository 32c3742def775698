package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonTest {

    private static boolean shaped(String text) {
        return Json.shaped(text, 0, text.length());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                " {\"a\": [1, -2.5e+3, true, false, null], \"b\": {\"c\": \"}\\\"]\"}} \n",
                "\uFEFF[\"\\\\\"]",
                "[[[]]]"
            })
    void what_has_the_shape_of_json_is_told(String text) {
        assertThat(shaped(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "a",
                "\"a\"",
                "12",
                "{",
                "[",
                "}",
                "]",
                "[}",
                "{]",
                "[1] and more",
                "Here: [1]",
                "[INST] hello [/INST]",
                "[please wait]",
                "[\"a]",
                "[\"a\\\"]",
                "{\"a\":1}{\"b\":2}",
                "[1] [2]",
                "[]]"
            })
    void what_has_not_is_told(String text) {
        assertThat(shaped(text)).isFalse();
    }

    @Test
    void no_depth_is_too_much_for_the_stack() {
        assertThat(shaped("[".repeat(1_000) + "]".repeat(1_000))).isTrue();
        assertThat(shaped("[".repeat(1_000_000) + "]".repeat(1_000_000)))
                .as("deeper than anybody reads")
                .isFalse();
        assertThat(shaped("[\"" + "\\\"".repeat(1_000_000) + "\"]")).isTrue();
    }
}
