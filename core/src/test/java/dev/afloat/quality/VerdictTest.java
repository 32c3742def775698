package dev.afloat.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.failure.FailureKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class VerdictTest {

    @Test
    void a_verdict_has_a_decision_and_a_code() {
        assertThat(Verdict.accepted()).hasToString("ACCEPTED").isSameAs(Verdict.accepted());
        assertThat(Verdict.accepted().code()).isNull();
        assertThat(Verdict.rejected("empty")).hasToString("REJECTED 'empty'");
        assertThat(Verdict.uncertain("short")).hasToString("UNCERTAIN 'short'");
        assertThat(Verdict.counted("slow")).hasToString("COUNTED 'slow'");
        assertThat(Verdict.rejected("empty").decision()).isEqualTo(Verdict.Decision.REJECTED);
        assertThat(Verdict.rejected("empty").cause()).isNull();
    }

    @Test
    void the_decisions_stand_in_the_order_of_their_gravity() {
        assertThat(Verdict.Decision.values())
                .containsExactly(
                        Verdict.Decision.ACCEPTED,
                        Verdict.Decision.UNCERTAIN,
                        Verdict.Decision.COUNTED,
                        Verdict.Decision.REJECTED);
    }

    @Test
    void a_rejection_says_what_is_the_matter_and_else_it_is_quality() {
        assertThat(Verdict.rejected("empty").kind()).isEqualTo(FailureKind.QUALITY);
        assertThat(Verdict.rejected("no", FailureKind.REFUSED).kind()).isEqualTo(FailureKind.REFUSED);
        assertThat(Verdict.rejected("no", FailureKind.REFUSED)).hasToString("REJECTED 'no' REFUSED");
        assertThat(Verdict.accepted().kind()).isNull();
        assertThat(Verdict.uncertain("odd").kind()).isNull();
        assertThat(Verdict.counted("slow").kind()).isNull();
    }

    @ParameterizedTest
    @EnumSource
    void only_what_can_be_the_matter_with_an_answer_can_be_found_in_one(FailureKind kind) {
        switch (kind) {
            case QUALITY, REFUSED, MALFORMED, BAD_REQUEST, CONTEXT_TOO_LONG ->
                assertThat(Verdict.rejected("no", kind).kind()).isEqualTo(kind);
            default ->
                assertThatThrownBy(() -> Verdict.rejected("no", kind))
                        .isInstanceOf(IllegalArgumentException.class)
                        .hasMessage("A check cannot find " + kind + " in an answer, only one of [BAD_REQUEST, "
                                + "CONTEXT_TOO_LONG, REFUSED, MALFORMED, QUALITY]. "
                                + "What a provider fails by is for inspect(…).");
        }
    }

    @Test
    void a_neutral_verdict_keeps_what_it_says_and_counts_for_nothing() {
        Verdict rejected = Verdict.rejected("no", FailureKind.MALFORMED);
        Verdict neutral = rejected.asNeutral();

        assertThat(rejected.neutral()).isFalse();
        assertThat(neutral.neutral()).isTrue();
        assertThat(neutral.decision()).isEqualTo(Verdict.Decision.REJECTED);
        assertThat(neutral.kind()).isEqualTo(FailureKind.MALFORMED);
        assertThat(neutral.code()).isEqualTo("no");
        assertThat(neutral.asNeutral()).isSameAs(neutral);
        assertThat(Verdict.counted("slow").asNeutral()).hasToString("UNCERTAIN 'slow'");
        assertThat(Verdict.accepted().asNeutral()).isSameAs(Verdict.accepted());
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void a_code_of_null_is_refused() {
        assertThatThrownBy(() -> Verdict.rejected(null)).hasMessage("code");
        assertThatThrownBy(() -> Verdict.rejected("no", null)).hasMessage("kind");
        assertThatThrownBy(() -> Verdict.uncertain(null)).hasMessage("code");
        assertThatThrownBy(() -> Verdict.counted(null)).hasMessage("code");
        assertThatThrownBy(() -> QualityCheck.that(null, output -> true)).hasMessage("code");
        assertThatThrownBy(() -> QualityCheck.that("code", null)).hasMessage("condition");
    }

    @Test
    void a_note_is_an_accepted_answer_with_a_code() {
        assertThat(Verdict.noted("long")).hasToString("ACCEPTED 'long'");
        assertThat(Verdict.noted("long").decision()).isEqualTo(Verdict.Decision.ACCEPTED);
        assertThat(Verdict.noted("long").asNeutral()).hasToString("ACCEPTED 'long'");
    }

    @Test
    void a_blank_code_is_refused() {
        assertThatThrownBy(() -> Verdict.rejected(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A verdict's code must not be blank: it stands in attempts and metrics");
        assertThatThrownBy(() -> Verdict.noted("")).isInstanceOf(IllegalArgumentException.class);
    }
}
