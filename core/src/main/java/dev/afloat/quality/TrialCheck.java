package dev.afloat.quality;

import java.util.List;

/** Checks that say what they found, or that they threw, and do nothing about it. */
final class TrialCheck<I, O> implements QualityCheck<I, O> {
    private static final String PREFIX = "trial-";

    private final QualityCheck<I, O> check;
    private final CheckSequence<I, O> sequence;

    TrialCheck(QualityCheck<I, O> check) {
        this.check = check;
        this.sequence = new CheckSequence<>(List.of(check), true);
    }

    @Override
    public Verdict check(I input, O output) {
        Verdict verdict = sequence.judge(input, output);
        String code = verdict.code();
        return code == null ? Verdict.accepted() : Verdict.noted(PREFIX + code, verdict.cause());
    }

    @Override
    public String name() {
        return PREFIX + check.name();
    }
}
