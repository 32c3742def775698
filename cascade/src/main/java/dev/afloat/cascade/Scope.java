package dev.afloat.cascade;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;

/**
 * Who may share a cached answer: entries of different scopes never meet. There is no default, since the wrong one shows a customer
 * the answer made for another. Immutable.
 *
 * @param <I> what is asked
 */
public final class Scope<I> {
    private final Function<? super I, List<?>> parts;

    private Scope(Function<? super I, List<?>> parts) {
        this.parts = parts;
    }

    /** Returns the scope of answers that everybody may see: they depend on nothing but the key. */
    public static <I> Scope<I> shared() {
        return new Scope<>(input -> List.of());
    }

    /**
     * Returns the scope made of these parts of an input: tenant or user, prompt version, model family, locale. Parts are compared
     * by {@code equals} one by one, never joined into a text.
     *
     * @throws IllegalArgumentException if there are no parts
     */
    @SafeVarargs
    public static <I> Scope<I> of(Function<? super I, ?>... parts) {
        if (parts.length == 0) {
            throw new IllegalArgumentException(
                    "A scope of no parts is shared by everybody: say Scope.shared() if that is meant");
        }
        List<Function<? super I, ?>> all = List.of(parts);
        return new Scope<>(input -> all.stream()
                .map(part -> Objects.requireNonNull(part.apply(input), "a part of the scope"))
                .toList());
    }

    List<?> of(I input) {
        return parts.apply(input);
    }
}
