package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.quality.Verdict;
import java.time.Duration;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlankTest {
    private static final Blank BLANK = Blank.ofDefaults();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\n\t\r\n",
                "\u00A0\u3000\u2003\u2028",
                "\u200B\u200C\u200D\u2060\uFEFF",
                "\u202A\u202C\u200E",
                "\u00AD",
                "\u3164\u115F\u1160\uFFA0",
                "\u2800",
                "\uFE0F",
                "\u0301",
                "\u180E\u034F",
                "\u0000\u0007\u0085",
                "```json\n```",
                "```\n\n```\n",
                "  ```\n ```  ",
                "```",
                "```json",
                "~~~\n~~~",
                "```\n```\n```\n```",
                "<p></p>",
                "<p>&nbsp;</p>\n<br/>",
                "<div><P> </P></div>"
            })
    void there_is_nothing_to_see(String answer) {
        assertThat(BLANK.check("a question", answer)).hasToString("REJECTED 'blank'");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a",
                ".",
                "0",
                "👍",
                "null",
                "{}",
                "\"\"",
                "&nbsp;",
                "```\nls\n```",
                "```json\n{}",
                "``` a b",
                "<p>no</p>",
                "<td></td>",
                "```\n```\nDone.",
                "\uFEFFok",
                "\u200B-",
                "`",
                "\ud83d"
            })
    void there_is_something(String answer) {
        assertThat(BLANK.check("a question", answer)).isSameAs(Verdict.accepted());
    }

    @Test
    @Tag("real-clock")
    void however_much_of_nothing() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            assertThat(BLANK.check("", "\u200B \n".repeat(500_000))).hasToString("REJECTED 'blank'");
            assertThat(BLANK.check("", "```\n```\n".repeat(200_000))).hasToString("REJECTED 'blank'");
            assertThat(BLANK.check("", "<p></p>".repeat(200_000))).hasToString("REJECTED 'blank'");
            assertThat(BLANK.check("", "\u200B".repeat(1_000_000) + "a")).isSameAs(Verdict.accepted());
        });
    }
}
