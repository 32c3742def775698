package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class ClausesTest {

    @Test
    void clauses_stand_between_punctuation() {
        assertThat(Clauses.said("I'm sorry, but I can’t: no.")).containsExactly(" im sorry ", " but i cant ", " no ");
        assertThat(Clauses.said("申し訳ありませんが、お答えできません。")).containsExactly(" 申し訳ありませんか\u3099 ", " お答えて\u3099きません ");
        assertThat(Clauses.said("")).isEmpty();
        assertThat(Clauses.said("?!")).isEmpty();
    }

    @Test
    void what_an_answer_quotes_it_does_not_say() {
        assertThat(Clauses.said("She wrote \"I can't help\" to him")).containsExactly(" she wrote ", " to him ");
        assertThat(Clauses.said("Er schrieb „ich kann nicht“ und ging")).containsExactly(" er schrieb ", " und ging ");
        assertThat(Clauses.said("彼は「お答えできません」と言った")).containsExactly(" 彼は ", " と言った ");
        assertThat(Clauses.said("a \"quote that never ends")).containsExactly(" a quote that never ends ");
    }

    @Test
    void what_a_question_quotes_it_asks_about() {
        assertThat(Clauses.asked("Translate \"I can't help\"")).containsExactly(" translate ", " i cant help ");
    }

    @Test
    void a_long_text_is_no_refusal() {
        assertThat(Clauses.said("one word after the other, ".repeat(30))).isEmpty();
        assertThat(Clauses.said("a".repeat(2_000))).isEmpty();
        assertThat(Clauses.said("one word, ".repeat(40)))
                .as("the beginning of a short one")
                .hasSize(30);
    }
}
