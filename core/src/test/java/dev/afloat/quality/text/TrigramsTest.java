package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.quality.text.Passages.Piece;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrigramsTest {

    private static double repeated(String text) {
        return Trigrams.repeated(Tokens.of(text, List.of(new Piece(0, text.length()))));
    }

    @Test
    void the_share_is_of_trigrams_that_stood_there_before() {
        assertThat(repeated("a b c d e a b c")).isEqualTo(1 / 6.0);
        assertThat(repeated("a b c d e f g h i a b c a")).as("1 of 11").isEqualTo(1 / 11.0);
        assertThat(repeated("a b c d e f g a b c d e"))
                .as("no more than is set, to the last digit")
                .isEqualTo(0.3);
        assertThat(repeated("a b c d e")).isZero();
        assertThat(repeated("a a a a")).isEqualTo(0.5);
    }

    @Test
    void one_trigram_repeats_nothing() {
        assertThat(repeated("a b c")).isZero();
        assertThat(repeated("a b")).isZero();
        assertThat(repeated("")).isZero();
    }

    @Test
    void the_order_of_the_words_matters() {
        assertThat(repeated("a b c x c b a y b a c")).isZero();
    }

    @Test
    void in_scripts_without_spaces_it_is_of_runs_of_six() {
        assertThat(repeated("重置密码吗重置密码")).as("no run of six").isZero();
        assertThat(repeated("重置您的密码吗重置您的密码吗")).isEqualTo(2 / 9.0);
    }

    @Test
    void a_text_is_in_such_a_script_if_more_than_half_of_its_tokens_are() {
        assertThat(repeated("a b c d 重 置 密 码 a b c")).as("less").isEqualTo(1 / 9.0);
        assertThat(repeated("a b c d 重置密码 a b c d 重置密码")).as("half").isEqualTo(6 / 14.0);
        assertThat(repeated("a b c 重置密码 a b c 重置密码")).as("more").isEqualTo(2 / 9.0);
    }

    @Test
    void many_are_counted_as_exactly_as_few() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            text.append('w').append(i).append(' ');
        }
        String once = text.toString();

        assertThat(repeated(once)).isZero();
        assertThat(repeated(once + once)).isEqualTo(998 / 1998.0);
    }
}
