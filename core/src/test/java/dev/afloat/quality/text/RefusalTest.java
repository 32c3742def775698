package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.failure.FailureKind;
import dev.afloat.quality.Verdict;
import java.time.Duration;
import java.util.Locale;
import org.junit.jupiter.api.Assertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefusalTest {
    private static final Refusal REFUSAL = Refusal.ofDefaults();
    private static final String REFUSED = "REJECTED 'refusal' REFUSED";

    private static String judge(String answer) {
        return REFUSAL.check("What is the best way to cook rice?", answer).toString();
    }

    @Test
    void a_refusal_reads_as_if_the_provider_had_refused() {
        Verdict verdict = REFUSAL.check("q", "I'm sorry, but I can't help with that.");

        assertThat(verdict.kind()).isEqualTo(FailureKind.REFUSED);
        assertThat(verdict.code()).isEqualTo("refusal").isEqualTo(REFUSAL.name());
        assertThat(verdict).isSameAs(REFUSAL.check("other", "I cannot answer this question."));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Unfortunately we do not ship to Norway, but our partner does.",
                "You cannot return opened items.",
                "I'm sorry to hear that your parcel is late. It will arrive tomorrow.",
                "I can't find an order with this number. Please check it, and I will help you.",
                "Dear Ms Bell,\n\nI am unable to answer your offer in the affirmative.",
                "He said \"I cannot help you\" and left.",
                "Language models cannot see the future.",
                "Leider liefern wir nicht nach Norwegen.",
                "Desafortunadamente no enviamos a Noruega.",
                "Nous ne pouvons pas livrer le dimanche.",
                "К сожалению, мы не доставляем в Норвегию.",
                "申し訳ございませんが、その商品は品切れです。",
                "很抱歉，这款商品已经售罄。",
                "죄송합니다. 그 상품은 품절되었습니다.",
                "Use a pan with a lid. You cannot answer hunger with raw rice.",
                ""
            })
    void other_answers_are_none(String answer) {
        assertThat(judge(answer)).isEqualTo("ACCEPTED");
    }

    @Test
    void a_long_answer_that_says_what_it_cannot_and_goes_on_is_an_answer() {
        String limits = "I can't give medical advice, but here is what is generally known. ";
        String help = "Rice is rinsed until the water is clear, then cooked in twice as much water on a low flame. ";

        assertThat(judge(limits)).isEqualTo(REFUSED);
        assertThat(judge(limits + help.repeat(6))).isEqualTo("ACCEPTED");
    }

    @Test
    void a_letter_begins_with_a_line_of_sixty_characters_at_most() {
        String salutation = "Dear " + "x".repeat(54) + ",";

        assertThat(judge(salutation + "\nI cannot help you.")).isEqualTo("ACCEPTED");
        assertThat(judge(salutation + " \r\nI cannot help you."))
                .as("longer by a space")
                .isEqualTo(REFUSED);
        assertThat(judge("Dear Ms Bell, \r\nI cannot help you.")).isEqualTo("ACCEPTED");
        assertThat(judge("Hello\nI cannot help you.")).as("nothing ends it").isEqualTo(REFUSED);
    }

    @Test
    void what_is_quoted_is_said_by_somebody_else() {
        assertThat(judge("„I cannot help you“, she said")).isEqualTo("ACCEPTED");
        assertThat(judge("`I cannot help you` is printed")).isEqualTo("ACCEPTED");
        assertThat(judge("\"Well\" - I cannot help you")).isEqualTo(REFUSED);
        assertThat(judge("It is 5\" wide, but I cannot help you"))
                .as("a quotation that does not end")
                .isEqualTo(REFUSED);
        assertThat(judge("\"One\nI cannot help you\"")).as("nor with the line").isEqualTo(REFUSED);
    }

    @Test
    void a_refusal_comes_within_sixty_words_of_a_hundred_and_twenty() {
        String word = "word. ";

        assertThat(judge(word.repeat(59) + "I cannot help you.")).isEqualTo(REFUSED);
        assertThat(judge(word.repeat(60) + "I cannot help you.")).isEqualTo("ACCEPTED");
        assertThat(judge("I cannot help you. " + word.repeat(116))).isEqualTo(REFUSED);
        assertThat(judge("I cannot help you. " + word.repeat(117))).isEqualTo("ACCEPTED");
        assertThat(judge("I cannot help you. " + "!".repeat(1_181))).isEqualTo(REFUSED);
        assertThat(judge("I cannot help you. " + "!".repeat(1_182)))
                .as("1,201 characters")
                .isEqualTo("ACCEPTED");
    }

    @Test
    void a_question_with_such_a_phrase_may_have_it_in_its_answer() {
        String answer = "I'm sorry, I can't help you.";

        assertThat(REFUSAL.check("Was heißt 'Tut mir leid, ich kann dir nicht helfen'?", answer))
                .isSameAs(Verdict.accepted());
        assertThat(REFUSAL.check("Is \"I can't help you\" polite?", answer)).isSameAs(Verdict.accepted());
    }

    @Test
    void phrases_of_ones_own_are_found_at_the_beginning_of_words() {
        Refusal own = REFUSAL.withPhrases("das übersteigt meine", "私には荷が重い");

        assertThat(own.check("q", "Das ÜBERSTEIGT meine Möglichkeiten.")).hasToString(REFUSED);
        assertThat(own.check("q", "それは私には荷が重いです。")).hasToString(REFUSED);
        assertThat(own.check("q", "I can't help with that."))
                .as("besides the known ones")
                .hasToString(REFUSED);
        assertThat(judge("Das übersteigt meine Möglichkeiten.")).as("a copy").isEqualTo("ACCEPTED");
        assertThatThrownBy(() -> REFUSAL.withPhrases(" ?!"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A phrase of a refusal needs a letter in it, but is ' ?!'");
        assertThatThrownBy(() -> REFUSAL.withPhrases("Sorry, not my job"))
                .as("it could never be found")
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "A phrase of a refusal must be of one clause, between punctuation, but is 'Sorry, not my job'");
    }

    @Test
    void no_locale_has_a_say() {
        Locale before = Locale.getDefault();
        try {
            Locale.setDefault(Locale.forLanguageTag("tr-TR"));
            assertThat(judge("I CANNOT ASSIST WITH THIS.")).isEqualTo(REFUSED);
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    @Tag("real-clock")
    void however_long_it_is() {
        Assertions.assertTimeoutPreemptively(Duration.ofSeconds(10), () -> {
            for (String unit : new String[] {"I can't help. ", "e\u0301\u0323", "\ud83d", "\"", "a", ",", "「"}) {
                String text = unit.repeat(1_000_000 / unit.length());
                assertThat(REFUSAL.check(text, "I can't help.").decision())
                        .as(unit)
                        .isNotNull();
                assertThat(REFUSAL.check("q", text).decision()).as(unit).isNotNull();
                assertThat(REFUSAL.check("q", text.substring(0, 1_190)).decision())
                        .as(unit)
                        .isNotNull();
            }
        });
    }
}
