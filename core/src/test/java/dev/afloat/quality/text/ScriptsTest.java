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
        assertThat(differ("When is it?", "отправляется")).isTrue();
        assertThat(differ("When is it?", "отправляется в T")).as("one letter").isFalse();
        assertThat(differ("Когда ferry?", "At seven in the morning")).isFalse();
    }

    @Test
    void a_question_in_latin_letters_is_in_them_if_it_has_small_words() {
        assertThat(differ("USB", "отправляется")).isFalse();
        assertThat(differ("gde moi zakaz?", "отправляется")).as("transcribed").isFalse();
        assertThat(differ("Is it there?", "отправляется")).isTrue();
    }

    @Test
    void an_answer_in_latin_letters_is_in_them_if_it_has_small_words_and_not_names_alone() {
        assertThat(differ("Какой телефон купить?", "Samsung Galaxy A54 or Xiaomi Redmi"))
                .isFalse();
        assertThat(differ("Какой телефон купить?", "pip install requests urllib"))
                .isFalse();
        assertThat(differ("Какой телефон купить?", "You should take the cheaper one."))
                .isTrue();
        assertThat(differ("Who wrote it?", "Фёдор Достоевский")).as("a name").isFalse();
    }

    @Test
    void an_answer_of_eleven_letters_is_a_name() {
        assertThat(differ("When is it?", "отправляетс")).isFalse();
        assertThat(differ("When is it?", "отправляетс 12!")).isFalse();
        assertThat(differ("When is it?", "отправляется")).isTrue();
    }

    @Test
    void japanese_chinese_and_bopomofo_are_one_family() {
        assertThat(differ("ラーメンのつくりかた", "先将面条煮熟再加入高汤与配料")).isFalse();
        assertThat(differ("ㄅㄆㄇㄈ", "先将面条煮熟再加入高汤与配料")).isFalse();
        assertThat(differ("라면 끓이는 법", "先将面条煮熟再加入高汤与配料")).isTrue();
    }

    @Test
    void what_comes_after_four_thousand_letters_does_not_matter() {
        assertThat(differ("When is it?", "д".repeat(3_999) + "when")).isFalse();
        assertThat(differ("When is it?", "д".repeat(4_000) + "when")).isTrue();
    }

    @Test
    void only_prose_is_looked_at() {
        String answer = "ls -l отправляется";

        assertThat(Scripts.differ("When is it?", answer, List.of(new Piece(6, answer.length()))))
                .isTrue();
        assertThat(Scripts.differ("When is it?", answer, List.of())).isFalse();
    }
}
