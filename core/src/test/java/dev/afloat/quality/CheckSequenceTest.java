package dev.afloat.quality;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CheckSequenceTest {
    private final List<String> asked = new ArrayList<>();

    @Test
    void no_checks_accept_everything() {
        CheckSequence<String, String> none = new CheckSequence<>(List.of(), false);

        assertThat(none.isEmpty()).isTrue();
        assertThat(none.judge("in", "out")).isSameAs(Verdict.accepted());
    }

    @Test
    void the_first_rejection_ends_the_judging() {
        CheckSequence<String, String> checks =
                sequence(says(Verdict.accepted()), says(Verdict.rejected("first")), says(Verdict.rejected("second")));

        assertThat(checks.judge("in", "out")).hasToString("REJECTED 'first'");
        assertThat(asked).containsExactly("in>out", "in>out");
    }

    @Test
    void otherwise_the_gravest_verdict_stands_and_of_equals_the_first() {
        assertThat(sequence(
                                says(Verdict.uncertain("a")),
                                says(Verdict.counted("b")),
                                says(Verdict.uncertain("c")),
                                says(Verdict.counted("d")),
                                says(Verdict.accepted()))
                        .judge("in", "out"))
                .hasToString("COUNTED 'b'");
        assertThat(sequence(says(Verdict.uncertain("a")), says(Verdict.rejected("b")))
                        .judge("in", "out"))
                .hasToString("REJECTED 'b'");
    }

    @Test
    void a_condition_rejects_with_its_code() {
        QualityCheck<String, String> check = QualityCheck.that("not-empty", output -> !output.isEmpty());
        CheckSequence<String, String> checks = sequence(check, says(Verdict.accepted()));

        assertThat(checks.judge("in", "")).hasToString("REJECTED 'not-empty'");
        assertThat(checks.judge("in", "x")).hasToString("ACCEPTED");
        assertThat(checks.names()).containsExactly("not-empty", "check");
        assertThat(checks.judge("in", "")).as("made once").isSameAs(checks.judge("other", ""));
    }

    @Test
    void a_check_that_throws_rejects_and_keeps_the_cause() {
        IllegalStateException broken = new IllegalStateException("the answer was 'secret'");

        Verdict verdict = sequence(throwing(broken)).judge("in", "out");

        assertThat(verdict).hasToString("REJECTED 'check-threw'");
        assertThat(verdict.cause()).isSameAs(broken);
    }

    @Test
    void a_check_that_throws_is_uncertain_where_the_tier_accepts_it_and_later_ones_still_reject() {
        QualityCheck<String, String> broken = QualityCheck.that("shape", output -> {
            throw new StackOverflowError();
        });
        CheckSequence<String, String> lenient = new CheckSequence<>(List.of(broken), true);
        CheckSequence<String, String> both =
                new CheckSequence<>(List.of(broken, says(Verdict.rejected("empty"))), true);

        assertThat(lenient.acceptOnFailure()).isTrue();
        assertThat(lenient.judge("in", "out")).hasToString("UNCERTAIN 'shape-threw'");
        assertThat(both.judge("in", "out")).hasToString("REJECTED 'empty'");
    }

    @Test
    void broken_linkage_in_a_check_is_a_failed_check() {
        assertThat(sequence(throwing(new NoClassDefFoundError("judge"))).judge("in", "out"))
                .hasToString("REJECTED 'check-threw'");
    }

    @Test
    void no_error_of_a_check_takes_the_place_of_an_answer() {
        assertThat(sequence(throwing(new AssertionError("a bug"))).judge("in", "out"))
                .hasToString("REJECTED 'check-threw'");
        assertThat(sequence(throwing(new OutOfMemoryError())).judge("in", "out"))
                .hasToString("REJECTED 'check-threw'");
    }

    @Test
    @SuppressWarnings("NullAway") // a check written without nullness annotations
    void a_verdict_of_null_rejects() {
        Verdict verdict =
                sequence((QualityCheck<String, String>) (input, output) -> null).judge("in", "out");

        assertThat(verdict).hasToString("REJECTED 'check-null'");
        assertThat(verdict.cause()).isInstanceOf(NullPointerException.class);
    }

    @Test
    void a_list_that_changes_later_does_not_change_the_checks() {
        List<QualityCheck<? super String, ? super String>> list = new ArrayList<>();
        list.add(says(Verdict.accepted()));
        CheckSequence<String, String> checks = new CheckSequence<>(list, false);

        list.clear();

        assertThat(checks.isEmpty()).isFalse();
    }

    private QualityCheck<String, String> says(Verdict verdict) {
        return (input, output) -> {
            asked.add(input + ">" + output);
            return verdict;
        };
    }

    private static QualityCheck<String, String> throwing(Throwable thrown) {
        return (input, output) -> {
            if (thrown instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) thrown;
        };
    }

    @SafeVarargs
    @SuppressWarnings("varargs")
    private static CheckSequence<String, String> sequence(QualityCheck<String, String>... checks) {
        return new CheckSequence<>(List.of(checks), false);
    }
}
