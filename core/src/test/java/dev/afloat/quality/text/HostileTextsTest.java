package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.management.ThreadMXBean;
import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a text is, there is a verdict on it, after a time that nobody has to wait for. The ceiling is far above what is usual. */
@Tag("real-clock")
class HostileTextsTest {
    private static final Duration CEILING = Duration.ofSeconds(20);
    private static final int MEGA = 1_000_000;

    private static final QualityCheck<String, String> CHECKS =
            Coherence.ofDefaults().minCoverage(0.01);

    static Stream<Arguments> texts() {
        return Stream.of(
                Arguments.of("marks without a letter", "\u0301\u0323".repeat(MEGA / 2)),
                Arguments.of("marks on one letter", "e" + "\u0323\u0301".repeat(MEGA / 2)),
                Arguments.of("halves of surrogate pairs", "\ud83d".repeat(MEGA)),
                Arguments.of("other halves", "\ude00a".repeat(MEGA / 2)),
                Arguments.of("one token", "ab".repeat(MEGA / 2)),
                Arguments.of("one number", "12".repeat(MEGA / 2)),
                Arguments.of("one character", "漢".repeat(MEGA)),
                Arguments.of("brackets", "[".repeat(MEGA)),
                Arguments.of("quotes", "\"\\".repeat(MEGA / 2)),
                Arguments.of("fences", "```\n".repeat(MEGA / 4)),
                Arguments.of("fences that do not match", "```\n~~~\n".repeat(MEGA / 8)),
                Arguments.of("many pieces", "```\n\n```\nx\n".repeat(MEGA / 11)),
                Arguments.of("empty lines", "\n".repeat(MEGA)),
                Arguments.of("rows", "a,b,c\n".repeat(MEGA / 6)),
                Arguments.of("tags", "<a ".repeat(MEGA / 3)),
                Arguments.of("closed tags", "<a></a>".repeat(MEGA / 7)),
                Arguments.of("bars", "|".repeat(MEGA)),
                Arguments.of("ideographs of a rare plane", "\ud869\uded6".repeat(MEGA / 2)),
                Arguments.of("ligatures that unfold", "\uFDFA ".repeat(MEGA / 2)),
                Arguments.of("direction marks", "\u202e\u202b".repeat(MEGA / 2)),
                Arguments.of("nothing at all", "\u0000".repeat(MEGA)),
                Arguments.of(
                        "a quote that never ends",
                        "\"" + "line 9 of the file has 3 words and one comma, ".repeat(MEGA / 10)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("texts")
    void a_long_text_of_one_kind_is_judged(String what, String text) {
        assertTimeoutPreemptively(CEILING, () -> {
            assertThat(CHECKS.check("a question about it", text).decision())
                    .as(what)
                    .isNotNull();
            assertThat(CHECKS.check(text, "An answer.").decision())
                    .as("as the question")
                    .isNotNull();
            assertThat(CHECKS.check(text, text).decision()).as("as both").isNotNull();
        });
    }

    @Test
    void half_an_emoji_at_the_end_is_no_fault() {
        assertThat(Coherence.ofDefaults().check("Where is it?", "On its way to you! \ud83d"))
                .isSameAs(Verdict.accepted());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u037a ", "\uff5c", "\ufe70 ", "\uff1c\uff1e"})
    void a_question_of_signs_that_fold_to_nothing_is_judged(String sign) {
        assertThat(TextQuality.ofDefaults().check(sign.repeat(8), "It is a sign of full width."))
                .isSameAs(Verdict.accepted());
    }

    @ParameterizedTest
    @ValueSource(strings = {"\u200b", "\u00ad", "\u200f", "\ufe0f", "\u034f"})
    void what_nobody_sees_does_not_hide_a_loop(String invisible) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            String sentence = "Please send the shoes back in the box. ";
            text.append(sentence, 0, i + 1).append(invisible).append(sentence.substring(i + 1));
        }
        assertThat(CHECKS.check("How do I return the shoes?", text.toString())).hasToString("REJECTED 'loop'");
    }

    @Test
    void what_nobody_sees_does_not_hide_a_refusal() {
        assertThat(Refusal.ofDefaults().check("How?", "I can't help with that." + "\u200b \n".repeat(1_000)))
                .hasToString("REJECTED 'refusal' REFUSED");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a ", "! ", "ab1", "1 ", "\uFDFA ", "```x\n", "a|b\n|", "a\u0301"})
    void a_text_of_any_length_takes_no_more_memory_than_one_of_a_million_characters(String piece) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        String text = piece.repeat(8 * MEGA / piece.length());
        for (QualityCheck<String, String> check : List.of(CHECKS, TextQuality.ofDefaults())) {
            long before = threads.getCurrentThreadAllocatedBytes();
            assertThat(check.check("Is it a question?", text).decision()).isNotNull();
            long allocated = threads.getCurrentThreadAllocatedBytes() - before;
            assertThat(allocated).as("bytes allocated").isLessThan(160L * MEGA);
        }
    }

    @Test
    void random_texts_are_judged() {
        Random random = new Random(7);
        assertTimeoutPreemptively(CEILING, () -> {
            for (int i = 0; i < 3_000; i++) {
                String question = text(random, 40);
                String answer = text(random, 1 + random.nextInt(600));
                assertThat(CHECKS.check(question, answer).decision()).as(answer).isNotNull();
            }
        });
    }

    private static String text(Random random, int length) {
        int[] alphabet = random.ints(1 + random.nextInt(12), 0, Character.MAX_CODE_POINT + 1)
                .toArray();
        boolean anything = random.nextBoolean();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            if (anything) {
                text.append((char) random.nextInt(0x10000));
            } else if (random.nextInt(5) == 0) {
                text.append(" \n.`|,[]{}\"\\~".charAt(random.nextInt(13)));
            } else {
                text.appendCodePoint(alphabet[random.nextInt(alphabet.length)]);
            }
        }
        return text.toString();
    }
}
