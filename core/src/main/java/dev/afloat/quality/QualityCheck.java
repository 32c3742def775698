package dev.afloat.quality;

import java.util.Objects;
import java.util.function.Predicate;

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
