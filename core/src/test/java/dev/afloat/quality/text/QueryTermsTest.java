package dev.afloat.quality.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class QueryTermsTest {

    private static double covered(String question, String answer) {
        return QueryTerms.covered(QueryTerms.of(question), FoldedText.of(answer, Integer.MAX_VALUE));
    }

    @Test
    void a_word_is_two_thirds_of_its_letters_but_four_at_least() {
        assertThat(QueryTerms.of("Refunding")).containsExactly("refund");
        assertThat(QueryTerms.of("order")).containsExactly("orde");
        assertThat(QueryTerms.of("tree")).containsExactly("tree");
    }

    @Test
    void words_of_three_letters_and_fewer_count_only_if_written_like_a_name() {
        assertThat(QueryTerms.of("is the EU VAT due on 5G or a Z")).containsExactly(" eu ", " vat ", " 5g ");
        assertThat(QueryTerms.of("is it 42")).containsExactly(" 42 ");
        assertThat(covered("Is the VAT due?", "Private residue, other dues.")).isZero();
    }

    @Test
    void short_words_count_where_there_are_no_others() {
        assertThat(QueryTerms.of("is it so")).containsExactly(" is ", " it ", " so ");
        assertThat(QueryTerms.of("人")).containsExactly("人");
    }

    @Test
    void in_scripts_without_spaces_terms_are_pairs_of_neighbours() {
        assertThat(QueryTerms.of("重置密码")).containsExactly("重置", "置密", "密码");
        assertThat(QueryTerms.of("重置、密码")).as("not across a mark").containsExactly("重置", "密码");
    }

    @Test
    void pictures_are_no_terms_and_each_term_counts_once() {
        assertThat(QueryTerms.of("🙂🙂")).isEmpty();
        assertThat(covered("🙂", "Anything.")).isEqualTo(1);
        assertThat(covered("lamp LAMP lamp cable", "A lamp.")).isEqualTo(0.5);
    }

    @Test
    void of_a_long_question_a_few_terms_are_enough_whatever_they_are() {
        String words =
                IntStream.range(0, 200).mapToObj(i -> (1000 + i) + "lamp").collect(Collectors.joining(" "));
        String characters =
                IntStream.range(0x4E00, 0x4F00).mapToObj(Character::toString).collect(Collectors.joining(" "));

        assertThat(QueryTerms.of(words)).hasSize(64);
        assertThat(QueryTerms.of(characters)).as("none has a neighbour").hasSize(64);
        assertThat(QueryTerms.of(characters + " lamps"))
                .as("a word after them is found")
                .containsExactly("lamp");
    }
}
