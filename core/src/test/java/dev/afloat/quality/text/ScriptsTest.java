package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.quality.text.Passages.Piece;
import java.util.List;
import org.junit.jupiter.api.Test;

class ScriptsTest {

    private static boolean differ(String question, String answer) {
        return Scripts.differ(question, answer, List.of(new Piece(0, answer.length())));
    }

    @Test
    void no_letter_in_common_is_another_script() {
        assertThat(differ("When?", "отправляется")).isTrue();
        assertThat(differ("When?", "отправляется в T")).as("one letter").isFalse();
        assertThat(differ("Когда ferry?", "At seven in the morning")).isFalse();
    }

    @Test
    void a_question_of_three_letters_is_in_no_script() {
        assertThat(differ("USB", "отправляется")).isFalse();
        assertThat(differ("U.S.B.3", "отправляется")).as("a digit is no letter").isFalse();
        assertThat(differ("USBC", "отправляется")).isTrue();
    }

    @Test
    void an_answer_of_eleven_letters_is_a_name() {
        assertThat(differ("When?", "отправляетс")).isFalse();
        assertThat(differ("When?", "отправляетс 12!")).isFalse();
        assertThat(differ("When?", "отправляется")).isTrue();
    }

    @Test
    void japanese_chinese_and_bopomofo_are_one_family() {
        assertThat(differ("ラーメンのつくりかた", "先将面条煮熟再加入高汤与配料")).isFalse();
        assertThat(differ("ㄅㄆㄇㄈ", "先将面条煮熟再加入高汤与配料")).isFalse();
        assertThat(differ("라면 끓이는 법", "先将面条煮熟再加入高汤与配料")).isTrue();
    }

    @Test
    void what_comes_after_four_thousand_letters_does_not_matter() {
        assertThat(differ("When?", "д".repeat(3_999) + "when")).isFalse();
        assertThat(differ("When?", "д".repeat(4_000) + "when")).isTrue();
    }

    @Test
    void only_prose_is_looked_at() {
        String answer = "ls -l отправляется";

        assertThat(Scripts.differ("When?", answer, List.of(new Piece(6, answer.length()))))
                .isTrue();
        assertThat(Scripts.differ("When?", answer, List.of())).isFalse();
    }
}
