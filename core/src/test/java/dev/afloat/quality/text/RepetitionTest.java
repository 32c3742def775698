package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.quality.text.Passages.Piece;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Where each limit lies: what is just below is no loop. */
class RepetitionTest {

    private static Tokens tokens(String text) {
        return Tokens.of(text, List.of(new Piece(0, text.length())));
    }

    private static boolean looping(String text) {
        return new Repetition(tokens(text)).looping(true);
    }

    private static boolean loopingSentences(String text) {
        Tokens tokens = tokens(text);
        return new Repetition(tokens).loopingSentences(Sentences.of(text, tokens));
    }

    private static boolean loopingCode(String text) {
        return new Repetition(tokens(text)).loopingCode();
    }

    /** So many words, none of which comes twice. */
    private static String words(int count) {
        return joined(0, count, i -> "w" + i);
    }

    private static String joined(int from, int to, IntFunction<String> word) {
        return IntStream.range(from, to).mapToObj(word).collect(Collectors.joining(" ", " ", " "));
    }

    @Test
    void a_phrase_is_a_loop_from_four_times_and_twelve_words_on() {
        assertThat(looping("a b c ".repeat(4))).isTrue();
        assertThat(looping("a b c d ".repeat(3))).as("three times").isFalse();
        assertThat(looping("a b c ".repeat(3) + "a b")).as("eleven words").isFalse();
        assertThat(looping("重置密码".repeat(6))).as("24 characters are as much").isTrue();
        assertThat(looping("重置密".repeat(7))).isFalse();
    }

    @Test
    void if_it_is_a_third_of_the_text() {
        assertThat(looping("a b c ".repeat(4) + words(28))).as("12 of 40").isTrue();
        assertThat(looping("a b c ".repeat(4) + words(29))).as("12 of 41").isFalse();
    }

    @Test
    void or_stands_at_the_end_six_times_with_24_words() {
        assertThat(looping(words(200) + "a b c d ".repeat(6))).isTrue();
        assertThat(looping(words(200) + "a b c d e ".repeat(5)))
                .as("five times")
                .isFalse();
        assertThat(looping(words(200) + "a b c ".repeat(7) + "a b"))
                .as("23 words")
                .isFalse();
        assertThat(looping(words(200) + "a b c d ".repeat(6) + "half"))
                .as("a word was cut")
                .isTrue();
        assertThat(looping(words(200) + "a b c d ".repeat(6) + "two more")).isFalse();
    }

    @Test
    void numbers_repeat_a_hundred_times_before_they_are_one() {
        assertThat(looping("0 ".repeat(99))).isFalse();
        assertThat(looping("0 ".repeat(100))).isTrue();
        assertThat(looping("0 a ".repeat(6)))
                .as("with a word they are a phrase")
                .isTrue();
    }

    @Test
    void whole_sentences_are_one_from_three_times_and_forty_words_on_if_they_are_half_of_the_text() {
        String sentence = words(14) + ". ";

        assertThat(loopingSentences(sentence.repeat(3))).isTrue();
        assertThat(loopingSentences(sentence.repeat(2))).isFalse();
        assertThat(loopingSentences((words(13) + ". ").repeat(3)))
                .as("39 words")
                .isFalse();
        assertThat(loopingSentences((words(20) + ". ").repeat(2) + words(20) + " and more."))
                .as("the third is another")
                .isFalse();
        assertThat(loopingSentences(sentence.repeat(3) + joined(0, 42, i -> "v" + i)))
                .as("42 of 84 words")
                .isTrue();
        assertThat(loopingSentences(sentence.repeat(3) + joined(0, 43, i -> "v" + i)))
                .as("42 of 85 words")
                .isFalse();
    }

    @Test
    void code_is_one_from_twelve_times_on_if_it_is_cut_off_in_it() {
        assertThat(loopingCode("a b ".repeat(12))).isTrue();
        assertThat(loopingCode("a b c ".repeat(11))).as("eleven times").isFalse();
        assertThat(loopingCode("a b ".repeat(11) + "a")).as("23 words").isFalse();
        assertThat(loopingCode("a b ".repeat(12) + "c d")).as("it went on").isFalse();
        assertThat(loopingCode(words(16) + "a b ".repeat(12))).as("24 of 40").isTrue();
        assertThat(loopingCode(words(17) + "a b ".repeat(12))).as("24 of 41").isFalse();
        assertThat(loopingCode("0 1 ".repeat(50))).as("numbers").isFalse();
    }

    @Test
    void a_number_that_counts_up_hides_no_loop_of_eight_times_three_words() {
        assertThat(looping(joined(0, 8, i -> "open the valve " + i))).isTrue();
        assertThat(looping(joined(0, 7, i -> "open the valve " + i)))
                .as("seven times")
                .isFalse();
        assertThat(looping(joined(0, 8, i -> "the valve " + i))).as("two words").isFalse();
        assertThat(looping(joined(0, 8, i -> "open the valve " + i) + words(32)))
                .as("half of the text")
                .isTrue();
        assertThat(looping(joined(0, 8, i -> "open the valve " + i) + words(33)))
                .isFalse();
    }

    @Test
    void other_steps_are_a_loop_only_with_six_words_and_if_they_stay_the_same() {
        assertThat(looping(joined(0, 8, i -> "open the valve " + 5 * i))).isFalse();
        assertThat(looping(joined(0, 8, i -> "then open the red valve again " + 5 * i)))
                .isTrue();
        assertThat(looping(joined(0, 8, i -> "then open the red valve " + 5 * i)))
                .as("five words")
                .isFalse();
        assertThat(looping(joined(0, 8, i -> "then open the red valve again " + i * i)))
                .as("data")
                .isFalse();
    }
}
