package dev.afloat.quality;

import java.util.Objects;
import java.util.function.Predicate;

/** A check whose verdicts count for nothing where the input is to blame. */
record NeutralCheck<I, O>(QualityCheck<? super I, ? super O> check, Predicate<? super I> toBlame)
        implements QualityCheck<I, O> {

    NeutralCheck {
        Objects.requireNonNull(toBlame, "toBlame");
    }

    @Override
    public Verdict check(I input, O output) {
        Verdict verdict = check.check(input, output);
        return verdict.decision() != Verdict.Decision.ACCEPTED && toBlame.test(input) ? verdict.asNeutral() : verdict;
    }

    @Override
    public String name() {
        return check.name();
    }
}
