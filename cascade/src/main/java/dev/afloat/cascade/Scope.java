package dev.afloat.cascade;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Who may share a cached answer: entries of different scopes never meet. There is no default, since the wrong one shows a customer
 * the answer made for another. Immutable.
 *
 * <p>Parts are compared by {@code equals} one by one, never joined into a text.
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
            values.add(Objects.requireNonNull(part.apply(input), "a part of the scope"));
        }
        return values;
    }
}
