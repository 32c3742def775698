package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.afloat.quality.QualityCheck;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** As {@link HostileTextsTest}, for the checks that look for what should not be in an answer. */
@Tag("real-clock")
class HostileChecksTest {
    private static final Duration CEILING = Duration.ofSeconds(10);
    private static final int MEGA = 1_000_000;

    /** As much of an answer as {@link Refusal} looks at. */
    private static final int SHORT = 2_000;

    private static final List<QualityCheck<? super String, ? super String>> CHECKS = List.of(
            Blank.ofDefaults(),
            TemplateLeak.ofDefaults(),
            PromptEcho.ofDefaults(),
            Refusal.ofDefaults().withPhrases("no no no"));

    static Stream<Arguments> checksAndTexts() {
        List<String> units = List.of(
                "\u0301\u0323",
                "e\u0323\u0301",
                "\ud83d",
                "\ude00a",
                "ab",
                "i cannot ",
                "i can't i'm unable to ",
                "no no ",
                "漢",
                "我无法",
                "できません",
                "ไม่สามารถ",
                "도와드릴 수 ",
                "yardım ",
                "\"a ",
                "“„«「`",
                "```\n",
                "\uFDFA ",
                "\u202e\u202b",
                "{{a",
                "${a",
                "<|a",
                "\n### ",
                "\nUser: ",
                "[A ",
                "%s ",
                "<p>",
                "\u0000");
        return CHECKS.stream().flatMap(check -> units.stream().map(unit -> Arguments.of(check.name(), check, unit)));
    }

    @ParameterizedTest(name = "{0} {index}")
    @MethodSource("checksAndTexts")
    void a_text_of_one_kind_is_judged_at_any_length(
            String name, QualityCheck<? super String, ? super String> check, String unit) {
        String mega = unit.repeat(MEGA / unit.length());
        String some = unit.repeat(SHORT / unit.length());

        assertTimeoutPreemptively(CEILING, () -> {
            assertThat(check.check("a question about it", mega).decision()).isNotNull();
            assertThat(check.check(mega, "I cannot help with it.").decision()).isNotNull();
            assertThat(check.check(mega, mega).decision()).isNotNull();
            assertThat(check.check(mega, some).decision()).isNotNull();
        });
    }

    @Test
    void random_texts_are_judged() {
        Random random = new Random(11);
        String[] pieces = {
            "I", "cannot", "help", "我", "无法", "回答", "\ud83d", "\u0301", "\"", "`", "```", "\n", ",", " ", "{{", "}}",
            "<|", "|>", "できません", "ich", "kann", "nicht", "yardım", "edemem", "수", "없습니다", "*", "...", "?", "\u0000",
            "\u200B", "İ", "ﬁ"
        };
        assertTimeoutPreemptively(CEILING, () -> {
            for (int i = 0; i < 5_000; i++) {
                String question = text(random, pieces);
                String answer = text(random, pieces);
                for (QualityCheck<? super String, ? super String> check : CHECKS) {
                    assertThat(check.check(question, answer).decision())
                            .as(answer)
                            .isNotNull();
                }
            }
        });
    }

    private static String text(Random random, String[] pieces) {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(30); i > 0; i--) {
            text.append(pieces[random.nextInt(pieces.length)]).append(random.nextBoolean() ? " " : "");
        }
        return text.toString();
    }
}
