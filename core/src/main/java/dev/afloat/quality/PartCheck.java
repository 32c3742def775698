package dev.afloat.quality;

import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A check of parts of what was asked and answered. */
record PartCheck<I, O, J, P>(
        QualityCheck<I, O> check,
        Function<? super J, ? extends @Nullable I> question,
        Function<? super P, ? extends @Nullable O> answer)
        implements QualityCheck<J, P> {

    PartCheck {
        Objects.requireNonNull(question, "question");
        Objects.requireNonNull(answer, "answer");
    }

    @Override
    public Verdict check(J input, P output) {
        O part = answer.apply(output);
        if (part == null) {
            return Verdict.rejected(name() + "-null");
        }
        I asked = question.apply(input);
        return asked == null ? Verdict.noted(name() + "-null") : check.check(asked, part);
    }

    @Override
    public String name() {
        return check.name();
    }
}
