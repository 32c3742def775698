package dev.afloat.quality;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TrialCheckTest {

    private static String judge(QualityCheck<String, String> check) {
        return check.onTrial().check("in", "out").toString();
    }

    @Test
    void what_a_check_on_trial_finds_is_noted_and_nothing_else() {
        assertThat(judge((in, out) -> Verdict.rejected("poor"))).isEqualTo("ACCEPTED 'trial-poor'");
        assertThat(judge((in, out) -> Verdict.counted("slow"))).isEqualTo("ACCEPTED 'trial-slow'");
        assertThat(judge((in, out) -> Verdict.uncertain("odd"))).isEqualTo("ACCEPTED 'trial-odd'");
        assertThat(judge((in, out) -> Verdict.accepted())).isEqualTo("ACCEPTED");
        assertThat(QualityCheck.<String, String>that("shape", out -> false)
                        .onTrial()
                        .name())
                .isEqualTo("trial-shape");
    }

    @Test
    void of_several_notes_the_first_stands_and_none_beside_a_graver_verdict() {
        QualityCheck<String, String> a =
                QualityCheck.<String, String>that("a", out -> false).onTrial();
        QualityCheck<String, String> b =
                QualityCheck.<String, String>that("b", out -> false).onTrial();

        assertThat(QualityCheck.all(a, b).check("in", "out")).hasToString("ACCEPTED 'trial-a'");
        assertThat(QualityCheck.all(a, QualityCheck.<String, String>that("c", out -> false))
                        .check("in", "out"))
                .hasToString("REJECTED 'c'");
    }

    @Test
    void a_check_on_trial_that_throws_does_no_harm() {
        IllegalStateException broken = new IllegalStateException();
        Verdict verdict = QualityCheck.<String, String>that("shape", out -> {
                    throw broken;
                })
                .onTrial()
                .check("in", "out");

        assertThat(verdict).hasToString("ACCEPTED 'trial-shape-threw'");
        assertThat(verdict.cause()).isSameAs(broken);
    }

    @Test
    void beside_a_check_on_trial_the_others_judge_as_ever() {
        QualityCheck<String, String> trial =
                QualityCheck.<String, String>that("trial", out -> false).onTrial();
        QualityCheck<String, String> good = (in, out) -> Verdict.accepted();
        QualityCheck<String, String> odd = (in, out) -> Verdict.uncertain("odd");

        assertThat(QualityCheck.all(good, trial, good).check("in", "out")).hasToString("ACCEPTED 'trial-trial'");
        assertThat(QualityCheck.all(trial, odd).check("in", "out")).hasToString("UNCERTAIN 'odd'");
    }

    @Test
    void of_several_checks_on_trial_the_first_that_rejects_is_noted() {
        QualityCheck<String, String> all = QualityCheck.all(
                QualityCheck.<String, String>that("a", out -> true),
                QualityCheck.<String, String>that("b", out -> false));

        assertThat(judge(all)).isEqualTo("ACCEPTED 'trial-b'");
        assertThat(all.onTrial().name()).isEqualTo("trial-a+b");
    }
}
