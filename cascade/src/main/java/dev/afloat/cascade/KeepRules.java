package dev.afloat.cascade;

import dev.afloat.event.Mishaps;
import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import dev.afloat.quality.text.Blank;
import dev.afloat.quality.text.Refusal;
import java.lang.reflect.Array;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** What is worth keeping, and what is still worth serving. What callbacks throw counts as no, and is noted; {@link #rejected} passes it on. */
final class KeepRules<I, O> {
    private final Mishaps mishaps;
    private final boolean keepsEmpty;
    private final List<Predicate<? super I>> exclusions;
    private final List<BiPredicate<? super I, ? super O>> conditions;
    private final List<QualityCheck<? super I, ? super O>> checks;
    private final @Nullable Function<? super O, String> text;
    private final CacheCounts counts;
    final UnaryOperator<O> copier;

    KeepRules(ResponseCacheBuilder<I, O> settings, Mishaps mishaps, CacheCounts counts) {
        this.mishaps = mishaps;
        this.counts = counts;
        this.keepsEmpty = settings.keepsEmpty;
        this.exclusions = List.copyOf(settings.exclusions);
        this.text = settings.text;
        this.conditions = List.copyOf(settings.conditions);
        this.checks = List.copyOf(settings.checks);
        this.copier = settings.copier;
    }

    /** Returns whether this input has nothing to do with the cache. */
    boolean excluded(I input) {
        try {
            return exclusions.stream().anyMatch(exclusion -> exclusion.test(input));
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            mishaps.note("predicate", e);
            return true;
        }
    }

    /** Returns what to keep of {@code value}; empty if it is not worth it. */
    Optional<O> toKeep(I input, O value) {
        try {
            Object told = text == null ? value : Objects.requireNonNullElse(text.apply(value), "");
            if (!keepsEmpty && empty(told)) {
                counts.empty.increment();
            } else if (refusal(input, told)) {
                counts.refusals.increment();
            } else if (allowed(input, value)) {
                return Optional.of(copier.apply(value));
            } else {
                counts.turnedDown.increment();
            }
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            counts.turnedDown.increment();
            mishaps.note("rule", e);
        }
        return Optional.empty();
    }

    private boolean allowed(I input, O value) {
        return conditions.stream().allMatch(condition -> condition.test(input, value))
                && checks.stream().allMatch(check -> accepts(check, input, value));
    }

    private static <I, O> boolean accepts(QualityCheck<? super I, ? super O> check, I input, O value) {
        return check.check(input, value).decision() == Verdict.Decision.ACCEPTED;
    }

    /**
     * Returns whether a check says that {@code value} must not be served.
     *
     * @throws RuntimeException what a check throws
     */
    boolean rejected(I input, O value) {
        return checks.stream().anyMatch(check -> check.check(input, value).decision() == Verdict.Decision.REJECTED);
    }

    static boolean empty(Object value) {
        if (value instanceof CharSequence text) {
            return Blank.ofDefaults().check("", text.toString()).decision() == Verdict.Decision.REJECTED;
        }
        if (value instanceof Collection<?> collection) {
            return collection.isEmpty();
        }
        if (value instanceof Map<?, ?> map) {
            return map.isEmpty();
        }
        if (value instanceof Optional<?> optional) {
            return optional.isEmpty();
        }
        if (OptionalInt.empty().equals(value)
                || OptionalLong.empty().equals(value)
                || OptionalDouble.empty().equals(value)) {
            return true;
        }
        return value.getClass().isArray() && Array.getLength(value) == 0;
    }

    private static boolean refusal(Object input, Object value) {
        if (!(value instanceof CharSequence)) {
            return false;
        }
        String question = input instanceof CharSequence ? input.toString() : "";
        return Refusal.ofDefaults().check(question, value.toString()).decision() == Verdict.Decision.REJECTED;
    }
}
