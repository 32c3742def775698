package dev.afloat.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

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
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void a_code_of_null_is_refused() {
        assertThatThrownBy(() -> Verdict.rejected(null)).hasMessage("code");
        assertThatThrownBy(() -> Verdict.uncertain(null)).hasMessage("code");
        assertThatThrownBy(() -> Verdict.counted(null)).hasMessage("code");
        assertThatThrownBy(() -> QualityCheck.that(null, output -> true)).hasMessage("code");
        assertThatThrownBy(() -> QualityCheck.that("code", null)).hasMessage("condition");
    }
}
