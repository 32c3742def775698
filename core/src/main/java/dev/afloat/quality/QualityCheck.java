package dev.afloat.quality;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Judges an answer before it is served.
 *
 * <p>Runs inside the tier's limit, on the thread that ran the tier, concurrently for concurrent requests. One that throws rejects
 * the answer, unless the tier says {@code acceptOnCheckFailure()}. Cheap checks belong before dear ones.
 *
 * @param <I> what was asked
 * @param <O> what was answered
 */
@FunctionalInterface
public interface QualityCheck<I, O> {

    /** Judges {@code output}, which answers {@code input}. Neither is ever null. */
    Verdict check(I input, O output);

    /** Returns a short constant for metrics and messages; {@code "check"} for a lambda. */
    default String name() {
        return "check";
    }

    /**
     * Returns this check for other questions and answers, of which it judges a part:
     * {@code Coherence.ofDefaults().on(Question::text, Answer::text)}. A part that is null is rejected with {@link #name()} and {@code
     * "-null"}; of a question, for which the tier is not to blame, it counts for nothing. A function that throws is a check that does.
     *
     * @param question gives the part of the question; {@code q -> ""} where there is none for a check of texts
     * @param answer gives the part of the answer
     * @throws NullPointerException if an argument is null
     */
    default <J, P> QualityCheck<J, P> on(
            Function<? super J, ? extends @Nullable I> question, Function<? super P, ? extends @Nullable O> answer) {
        return new PartCheck<>(this, question, answer);
    }

    /**
     * Returns this check, with verdicts that count for nothing where the input is to blame: see {@link Verdict#asNeutral()}.
     *
     * @param toBlame tells such inputs; asked only where this check does not accept. Where it throws, so does the check
     */
    default QualityCheck<I, O> neutralWhen(Predicate<? super I> toBlame) {
        return new NeutralCheck<>(this, toBlame);
    }

    /**
     * Returns this check on trial: whatever it finds, the answer is a good one in every respect, and the code of what it found stands in its
     * attempt, so that you see what it would do before it does. One that throws is noted too. It still takes its time of the tier's.
     */
    default QualityCheck<I, O> onTrial() {
        return new TrialCheck<>(this);
    }

    /**
     * Returns one check made of several, to be given to more than one tier. As with several checks of a tier the first rejection ends it,
     * otherwise the gravest verdict stands, and each keeps its name.
     *
     * @param checks cheap ones first
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // they are copied
    static <I, O> QualityCheck<I, O> all(QualityCheck<? super I, ? super O>... checks) {
        return new AllChecks<>(List.<QualityCheck<? super I, ? super O>>of(checks));
    }

    /**
     * Returns a check that rejects, with {@code code}, what does not satisfy {@code condition}.
     *
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if {@code code} is blank
     */
    static <I, O> QualityCheck<I, O> that(String code, Predicate<? super O> condition) {
        Objects.requireNonNull(condition, "condition");
        if (Objects.requireNonNull(code, "code").isBlank()) {
            throw new IllegalArgumentException("A check's code must not be blank: it stands in attempts and metrics");
        }
        Verdict rejected = Verdict.rejected(code);
        return new QualityCheck<>() {
            @Override
            public Verdict check(I input, O output) {
                return condition.test(output) ? Verdict.accepted() : rejected;
            }

            @Override
            public String name() {
                return code;
            }
        };
    }
}
