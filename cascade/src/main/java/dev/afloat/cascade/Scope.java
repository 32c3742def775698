package dev.afloat.cascade;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Who may share a cached answer: entries of different scopes never meet. There is no default, since the wrong one shows a customer
 * the answer made for another. Immutable.
 *
 * <p>Parts are compared one by one, never joined into a text, and may be what those of a {@link CacheKey} may be, but not nothing: an input for
 * which one is null, or an empty {@code Optional}, is refused.
 *
 * @param <I> what is asked
 */
public final class Scope<I> {
    private final List<Function<I, ?>> parts;

    private Scope(List<Function<I, ?>> parts) {
        this.parts = parts;
    }

    /** Returns the scope of answers that everybody may see: they depend on nothing but the key. */
    public static <I> Scope<I> shared() {
        return new Scope<>(List.of());
    }

    /** Returns the scope of those who have this part of the input in common: tenant, user, prompt version, model, locale. */
    public static <I> Scope<I> by(Function<I, ?> part) {
        return Scope.<I>shared().and(part);
    }

    /** Returns the narrower scope of those who have this part in common too. */
    public Scope<I> and(Function<I, ?> part) {
        List<Function<I, ?>> more = new ArrayList<>(parts);
        more.add(Objects.requireNonNull(part, "part"));
        return new Scope<>(List.copyOf(more));
    }

    List<Object> of(I input) {
        List<Object> values = new ArrayList<>(parts.size());
        for (Function<I, ?> part : parts) {
            values.add(something(part.apply(input), values.size() + 1));
        }
        return values;
    }

    private static Object something(@Nullable Object value, int number) {
        if (value == null || (value instanceof Optional<?> optional && optional.isEmpty())) {
            throw new NullPointerException(
                    "Part " + number + " of the scope is nothing, which would be a scope that all share who have none. "
                            + "Give those a scope of their own, or exclude(…) them.");
        }
        return value;
    }
}
