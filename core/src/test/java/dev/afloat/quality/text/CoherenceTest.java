package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CoherenceTest {
    private static final Coherence DEFAULTS = Coherence.ofDefaults();

    /** No trigram twice. */
    private static final String PROSE =
            "The ferry leaves the island every morning at seven. It carries bread, letters and a few "
                    + "people who work on the mainland, and in the evening it brings them back. When the wind is too strong, "
                    + "nobody travels, and the bakery sells yesterday's rolls for half the price. Children like such days, since "
                    + "their teacher lives on the other side. ";

    private static String judge(Coherence check, String answer) {
        return judge(check, "When does the ferry leave?", answer);
    }

    private static String judge(Coherence check, String question, String answer) {
        return check.check(question, answer).toString();
    }

    @Test
    void prose_is_accepted() {
        assertThat(judge(DEFAULTS, PROSE)).isEqualTo("ACCEPTED");
        assertThat(DEFAULTS.name()).isEqualTo("coherence");
    }

    @Test
    void each_fault_has_its_code() {
        assertThat(judge(DEFAULTS, " \n")).isEqualTo("REJECTED 'too-short'");
        assertThat(judge(DEFAULTS, "?!")).isEqualTo("REJECTED 'no-words'");
        assertThat(judge(DEFAULTS, "na\uFFFDve \uFFFD\uFFFD")).isEqualTo("REJECTED 'garbled'");
        assertThat(judge(DEFAULTS, "wait for it ".repeat(20))).isEqualTo("REJECTED 'loop'");
        assertThat(judge(DEFAULTS.maxRepetition(0.3), "one two three four one two three four"))
                .isEqualTo("REJECTED 'repetition'");
        assertThat(judge(DEFAULTS, "Паром отправляется каждое утро в семь.")).isEqualTo("REJECTED 'off-script'");
        assertThat(judge(DEFAULTS.minCoverage(0.5), "Bread is cheaper in the evening."))
                .isEqualTo("REJECTED 'off-topic'");
    }

    @Test
    void the_minimum_length_is_in_code_points_of_the_trimmed_text() {
        Coherence three = DEFAULTS.minLength(3);

        assertThat(judge(three, "\u200b \uFEFFab \u3000\n")).isEqualTo("REJECTED 'too-short'");
        assertThat(judge(three, " abc ")).isEqualTo("ACCEPTED");
        assertThat(judge(three, "a b")).as("spaces inside count").isEqualTo("ACCEPTED");
        assertThat(judge(three, "𠮷野")).as("four chars, two code points").isEqualTo("REJECTED 'too-short'");
        assertThat(judge(three, "どこ", "𠮷野家")).isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "7")).isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS.minLength(0), ""))
                .as("but there is nothing in it")
                .isEqualTo("REJECTED 'no-words'");
    }

    @Test
    void the_maximum_repetition_is_of_trigrams_and_holds_at_any_length_once_it_is_set() {
        String half = "a b c d e a b c d e"; // 8 trigrams, of which 3 stood there before

        assertThat(judge(DEFAULTS.maxRepetition(0.37), half)).isEqualTo("REJECTED 'repetition'");
        assertThat(judge(DEFAULTS.maxRepetition(0.375), half)).isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS.maxRepetition(0), PROSE)).isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS.maxRepetition(0), PROSE + "It carries bread, letters"))
                .isEqualTo("REJECTED 'repetition'");
        assertThat(judge(DEFAULTS.maxRepetition(0), "a b c")).as("one trigram").isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS.maxRepetition(0.1).repetitionFrom(11), half))
                .as("ten words")
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS.maxRepetition(0.1).repetitionFrom(10), half)).isEqualTo("REJECTED 'repetition'");
        assertThatThrownBy(() -> DEFAULTS.repetitionFrom(-1))
                .hasMessage("repetitionFrom cannot be negative, but is -1");
    }

    @Test
    void by_default_short_texts_may_repeat_themselves() {
        String rows = IntStream.range(0, 60)
                .mapToObj(i -> "a b c d e f g h i j k" + i % 11)
                .collect(Collectors.joining(" "));

        assertThat(judge(DEFAULTS, rows)).isEqualTo("REJECTED 'repetition'");
        assertThat(judge(DEFAULTS.maxRepetition(1), rows)).isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "a b c d e a b c d e a b c d f")).isEqualTo("ACCEPTED");
    }

    @Test
    void loops_can_be_accepted() {
        String mantra = "om mani padme hum ".repeat(4);

        assertThat(judge(DEFAULTS, mantra)).isEqualTo("REJECTED 'loop'");
        assertThat(judge(DEFAULTS.acceptLoops(), mantra)).isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS.acceptLoops(), mantra.repeat(10)))
                .as("the share of trigrams is asked beside it")
                .isEqualTo("REJECTED 'repetition'");
        assertThat(judge(DEFAULTS.acceptLoops().maxRepetition(1), mantra.repeat(10)))
                .isEqualTo("ACCEPTED");
    }

    @Test
    void a_loop_at_the_end_is_found_in_a_long_answer() {
        String good = PROSE.repeat(1)
                + IntStream.range(0, 2000).mapToObj(i -> "word" + i).collect(Collectors.joining(" "));

        assertThat(judge(DEFAULTS, good)).isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, good + " and then we go".repeat(6) + " and th"))
                .isEqualTo("REJECTED 'loop'");
        assertThat(judge(DEFAULTS, good + " and then we go".repeat(5)))
                .as("five times is a manner")
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "and then we go ".repeat(6) + good))
                .as("not at the end")
                .isEqualTo("ACCEPTED");
    }

    @Test
    void coverage_is_the_share_of_terms_that_are_found_whatever_their_endings() {
        Coherence half = DEFAULTS.minCoverage(0.5);

        assertThat(judge(
                        half,
                        "refunds policies cancelling orders",
                        "Once an order was cancelled we refund it, that is our policy."))
                .isEqualTo("ACCEPTED");
        assertThat(judge(half, "refunds policies cancelling orders", "An order takes three days."))
                .isEqualTo("REJECTED 'off-topic'");
        assertThat(judge(
                        DEFAULTS.minCoverage(0.25), "refunds policies cancelling orders", "An order takes three days."))
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS.minCoverage(1), "EU VAT 5G in?", "In the EU there is VAT on 5G."))
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS.minCoverage(1), "EU VAT 5G in?", "Neutral private 15G."))
                .isEqualTo("REJECTED 'off-topic'");
        assertThat(judge(DEFAULTS.minCoverage(0.4), "如何重置密码", "打开设置即可重置您的密码。"))
                .as("two of five pairs")
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS.minCoverage(0.4), "如何重置密码", "今天天气很好，适合散步。")).isEqualTo("REJECTED 'off-topic'");
        assertThat(judge(half, "מתי חנות פתוחה", "החנות פתוחה עד שש"))
                .as("articles in front of words")
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS.minCoverage(1), "???", "Anything."))
                .as("nothing was asked")
                .isEqualTo("ACCEPTED");
    }

    @Test
    void an_answer_in_another_script_is_one_only_if_nothing_of_the_question_is_in_it() {
        assertThat(judge(DEFAULTS, "How do I set up a VPN?", "VPNの設定画面で接続を追加してください。"))
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "How do I set up a mast?", "設定画面で接続を追加してください。"))
                .isEqualTo("REJECTED 'off-script'");
        assertThat(judge(DEFAULTS.acceptAnyScript(), "How do I set up a mast?", "設定画面で接続を追加してください。"))
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "Which person do I call?", "設定画面で接続を追加してください。"))
                .as("a person is no Persian")
                .isEqualTo("REJECTED 'off-script'");
        assertThat(judge(DEFAULTS, "How do you say thanks in Japanese?", "ありがとう"))
                .as("a word or two")
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "Что значит “breakfast”?", "It is the first meal of the day, eaten in the morning."))
                .as("both scripts were used")
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "ラーメンのつくりかた", "先将面条煮熟，再加入高汤与配料。"))
                .as("kana and kanji go together")
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "", "Паром отправляется каждое утро в семь."))
                .as("no question")
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "打印问候语的程序", "```python\nprint(\"a friendly good morning\")\n```"))
                .as("code")
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "返回状态", "{\"state\": \"everything is alright\"}"))
                .as("JSON")
                .isEqualTo("ACCEPTED");
    }

    @Test
    void tables_code_and_json_may_repeat_themselves() {
        assertThat(judge(DEFAULTS, "Plans:\n| a | b |\n|---|---|\n" + "| yes | yes |\n".repeat(30)))
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "Unrolled:\n```c\n" + "sum += *p++;\n".repeat(40) + "```\nDone."))
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "[" + "true, ".repeat(80) + "false]")).isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "Unrolled:\n```c\n" + "sum += *p++;\n".repeat(40)))
                .as("cut off in a loop")
                .isEqualTo("REJECTED 'loop'");
    }

    @Test
    void what_is_drawn_may_be_drawn_with_one_sign() {
        assertThat(judge(DEFAULTS, "=".repeat(80))).as("a divider").isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "Here it is:\n```\n" + "#".repeat(300) + "\n```"))
                .as("code")
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, "Here it is:\n```\n" + "#".repeat(300)))
                .as("cut off")
                .isEqualTo("REJECTED 'loop'");
        assertThat(judge(DEFAULTS, "No" + "!".repeat(80))).isEqualTo("REJECTED 'loop'");
        assertThat(judge(DEFAULTS, "| a | b |\n" + "|---|---|\n".repeat(50)))
                .as("no table goes on like that")
                .isEqualTo("REJECTED 'loop'");
    }

    @Test
    void prose_features_take_less() {
        String rows = IntStream.range(0, 20)
                .mapToObj(i -> "The lamp number n" + i + " is in stock and ships today.")
                .collect(Collectors.joining(" "));

        assertThat(judge(DEFAULTS, rows)).isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS.prose(), rows)).isEqualTo("REJECTED 'repetition'");
        assertThat(judge(DEFAULTS.maxRepetition(0.9).prose(), rows))
                .as("what was set stays")
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS.prose(), "| yes | yes |\n".repeat(30))).isEqualTo("REJECTED 'loop'");
        assertThat(judge(DEFAULTS.prose(), PROSE)).isEqualTo("ACCEPTED");
    }

    @Test
    void a_running_number_does_not_hide_a_long_loop_nor_a_short_one_in_prose_but_data_is_none() {
        String counter = rounds(25, "open the valve and wait.");
        String data = IntStream.rangeClosed(1, 30)
                .mapToObj(i -> "Round " + i + ": the valve was open for " + i * 37 % 11 + " s.")
                .collect(Collectors.joining("\n"));

        assertThat(judge(DEFAULTS, counter)).isEqualTo("REJECTED 'loop'");
        assertThat(judge(DEFAULTS, rounds(24, "open the valve and wait."))).isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS.prose().maxRepetition(1), rounds(8, "open the valve and wait.")))
                .isEqualTo("REJECTED 'loop'");
        assertThat(judge(DEFAULTS.prose().maxRepetition(1), rounds(7, "open the valve and wait.")))
                .isEqualTo("ACCEPTED");
        assertThat(judge(DEFAULTS, data)).isEqualTo("ACCEPTED");
    }

    private static String rounds(int count, String text) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> "Round " + i + ": " + text)
                .collect(Collectors.joining("\n"));
    }

    @Test
    void settings_out_of_range_are_refused_with_what_is_allowed() {
        assertThatThrownBy(() -> DEFAULTS.minLength(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("minLength cannot be negative, but is -1");
        assertThatThrownBy(() -> DEFAULTS.maxRepetition(1.01))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("maxRepetition is a share from 0 to 1, but is 1.01");
        assertThatThrownBy(() -> DEFAULTS.minCoverage(Double.NaN))
                .hasMessage("minCoverage is a share from 0 to 1, but is NaN");
        assertThatThrownBy(() -> DEFAULTS.minCoverage(-0.1))
                .hasMessage("minCoverage is a share from 0 to 1, but is -0.1");
    }

    @Test
    void verdicts_are_the_same_under_any_default_locale() {
        Locale before = Locale.getDefault();
        try {
            for (String tag : new String[] {"tr-TR", "lt-LT", "th-TH-u-nu-thai", "ar-EG"}) {
                Locale.setDefault(Locale.forLanguageTag(tag));
                assertThat(judge(DEFAULTS.minCoverage(1), "SHIPPING TITLE", "shipping title"))
                        .as(tag)
                        .isEqualTo("ACCEPTED");
                assertThat(judge(DEFAULTS, "WAIT FOR it Wait for IT ".repeat(10)))
                        .as(tag)
                        .isEqualTo("REJECTED 'loop'");
            }
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void a_verdict_costs_no_object_of_its_own() {
        assertThat(DEFAULTS.check("q", "")).isSameAs(DEFAULTS.check("other", " "));
    }
}
