package dev.afloat.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AllChecksTest {
    private final List<String> asked = new ArrayList<>();

    private QualityCheck<String, String> says(String name, Verdict verdict) {
        return new QualityCheck<>() {
            @Override
            public Verdict check(String input, String output) {
                asked.add(name + ":" + input + ">" + output);
                return verdict;
            }

            @Override
            public String name() {
                return name;
            }
        };
    }

    private final QualityCheck<String, String> both =
            QualityCheck.all(says("first", Verdict.uncertain("first")), says("second", Verdict.rejected("second")));

    private static CheckSequence<String, String> sequence(QualityCheck<String, String> check) {
        return new CheckSequence<>(List.of(check), true);
    }

    @Test
    void they_are_asked_in_order_and_the_first_rejection_ends_it() {
        QualityCheck<String, String> more = QualityCheck.all(both, says("third", Verdict.rejected("third")));

        assertThat(more.check("in", "out")).hasToString("REJECTED 'second'");
        assertThat(asked).containsExactly("first:in>out", "second:in>out");
    }

    @Test
    void the_gravest_verdict_stands_where_none_rejects() {
        assertThat(QualityCheck.all(
                                says("a", Verdict.uncertain("a")),
                                says("b", Verdict.counted("b")),
                                says("c", Verdict.accepted()))
                        .check("in", "out"))
                .hasToString("COUNTED 'b'");
    }

    @Test
    void each_keeps_its_name_however_deep_it_stands() {
        QualityCheck<String, String> nested = QualityCheck.all(both, says("third", Verdict.accepted()));

        assertThat(nested.name()).isEqualTo("first+second+third");
        assertThat(sequence(nested).names()).containsExactly("first", "second", "third");
        assertThat(sequence(nested.neutralWhen(input -> true)).names()).containsExactly("first", "second", "third");
        assertThat(sequence(nested.on(input -> input, output -> output)).names())
                .containsExactly("first", "second", "third");
    }

    @Test
    void one_that_throws_lets_the_others_judge_where_the_tier_says_so() {
        QualityCheck<String, String> broken = QualityCheck.that("broken", output -> {
            throw new IllegalStateException();
        });

        assertThat(sequence(QualityCheck.all(broken, says("good", Verdict.accepted())))
                        .judge("in", "out"))
                .hasToString("UNCERTAIN 'broken-threw'");
        assertThat(sequence(QualityCheck.all(broken, both)).judge("in", "out")).hasToString("REJECTED 'second'");
    }

    @Test
    void one_that_throws_inside_of_a_check_of_ones_own_is_left_to_the_tier() {
        QualityCheck<String, String> several = QualityCheck.all(
                QualityCheck.<String, String>that("broken", output -> {
                    throw new IllegalStateException();
                }),
                both);
        QualityCheck<String, String> byInput = (input, output) -> several.check(input, output);

        assertThat(sequence(byInput).judge("in", "out")).hasToString("UNCERTAIN 'check-threw'");
        assertThat(new CheckSequence<String, String>(List.of(byInput), false).judge("in", "out"))
                .hasToString("REJECTED 'check-threw'");
    }

    @Test
    void what_is_said_of_all_goes_for_each() {
        assertThat(both.neutralWhen(input -> true).check("in", "out")).hasToString("REJECTED 'second' (neutral)");
        assertThat(both.on((Integer input) -> "i" + input, (Integer output) -> "o" + output)
                        .check(1, 2))
                .hasToString("REJECTED 'second'");
        assertThat(asked).endsWith("first:i1>o2", "second:i1>o2");
    }

    @Test
    void none_accept_everything() {
        assertThat(QualityCheck.<String, String>all().check("in", "out")).isSameAs(Verdict.accepted());
    }
}
