package dev.afloat.quality;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Several checks as one. What is done to it is done to each, so that each keeps its name. A {@link CheckSequence} takes it apart; called from a
 * check of the user's, one that throws throws through it, since only the tier knows what is to come of that.
 */
record AllChecks<I, O>(List<QualityCheck<? super I, ? super O>> checks) implements QualityCheck<I, O> {

    AllChecks {
        checks = flat(checks);
    }

    /** Returns these checks with those inside of others in their place. */
    @SuppressWarnings("unchecked") // what takes less takes these
    static <I, O> List<QualityCheck<? super I, ? super O>> flat(List<QualityCheck<? super I, ? super O>> checks) {
        List<QualityCheck<? super I, ? super O>> flat = new ArrayList<>();
        for (QualityCheck<? super I, ? super O> check : checks) {
            if (check instanceof AllChecks<?, ?> several) {
                flat.addAll(((AllChecks<I, O>) several).checks);
            } else {
                flat.add(check);
            }
        }
        return List.copyOf(flat);
    }

    @Override
    public Verdict check(I input, O output) {
        Verdict gravest = Verdict.accepted();
        for (QualityCheck<? super I, ? super O> check : checks) {
            gravest = gravest.or(check.check(input, output));
            if (gravest.decision() == Verdict.Decision.REJECTED) {
                break;
            }
        }
        return gravest;
    }

    @Override
    public String name() {
        return String.join("+", checks.stream().map(QualityCheck::name).toList());
    }

    @Override
    public <J, P> QualityCheck<J, P> on(
            Function<? super J, ? extends @Nullable I> question, Function<? super P, ? extends @Nullable O> answer) {
        List<QualityCheck<? super J, ? super P>> parts = new ArrayList<>();
        for (QualityCheck<? super I, ? super O> check : checks) {
            parts.add(new PartCheck<>(check, question, answer));
        }
        return new AllChecks<>(parts);
    }

    @Override
    public QualityCheck<I, O> neutralWhen(Predicate<? super I> toBlame) {
        List<QualityCheck<? super I, ? super O>> parts = new ArrayList<>();
        for (QualityCheck<? super I, ? super O> check : checks) {
            parts.add(new NeutralCheck<>(check, toBlame));
        }
        return new AllChecks<>(parts);
    }
}
