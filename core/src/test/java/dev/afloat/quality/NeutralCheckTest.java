package dev.afloat.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.failure.FailureKind;
import java.util.List;
import org.junit.jupiter.api.Test;

class NeutralCheckTest {
    private int asked;

    private QualityCheck<String, String> neutralForNonsense(Verdict verdict) {
        QualityCheck<String, String> check = (input, output) -> verdict;
        return check.neutralWhen(input -> {
            asked++;
            return input.equals("nonsense");
        });
    }

    @Test
    void a_rejection_counts_for_nothing_where_the_input_is_to_blame() {
        QualityCheck<String, String> check = neutralForNonsense(Verdict.rejected("poor", FailureKind.REFUSED));

        assertThat(check.check("nonsense", "out")).hasToString("REJECTED 'poor' REFUSED (neutral)");
        assertThat(check.check("sense", "out")).hasToString("REJECTED 'poor' REFUSED");
    }

    @Test
    void what_would_be_counted_is_uncertain_then_and_what_is_uncertain_stays_so() {
        assertThat(neutralForNonsense(Verdict.counted("slow")).check("nonsense", "out"))
                .hasToString("UNCERTAIN 'slow'");
        assertThat(neutralForNonsense(Verdict.counted("slow")).check("sense", "out"))
                .hasToString("COUNTED 'slow'");
        assertThat(neutralForNonsense(Verdict.uncertain("odd")).check("nonsense", "out"))
                .hasToString("UNCERTAIN 'odd'");
    }

    @Test
    void inputs_of_good_answers_are_not_looked_at() {
        assertThat(neutralForNonsense(Verdict.accepted()).check("nonsense", "out"))
                .isSameAs(Verdict.accepted());
        assertThat(asked).isZero();
    }

    @Test
    void a_check_that_threw_is_not_excused() {
        QualityCheck<String, String> broken = QualityCheck.<String, String>that("shape", output -> {
                    throw new IllegalStateException();
                })
                .neutralWhen(input -> true);

        assertThat(new CheckSequence<String, String>(List.of(broken), false).judge("in", "out"))
                .hasToString("REJECTED 'shape-threw'");
    }

    @Test
    void where_telling_such_inputs_throws_so_does_the_check() {
        IllegalStateException broken = new IllegalStateException();
        QualityCheck<String, String> check = QualityCheck.<String, String>that("shape", output -> false)
                .neutralWhen(input -> {
                    throw broken;
                });

        assertThatThrownBy(() -> check.check("in", "out")).isSameAs(broken);
    }

    @Test
    void it_keeps_its_name() {
        assertThat(QualityCheck.that("shape", output -> false)
                        .neutralWhen(input -> true)
                        .name())
                .isEqualTo("shape");
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void no_way_to_tell_is_refused() {
        assertThatThrownBy(() -> QualityCheck.that("shape", output -> false).neutralWhen(null))
                .hasMessage("toBlame");
    }
}
