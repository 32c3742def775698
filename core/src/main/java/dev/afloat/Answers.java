package dev.afloat;

import dev.afloat.call.Hit;
import dev.afloat.outcome.Provenance;
import dev.afloat.outcome.Result;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * How the answer is read out of what a tier's code returns. What an interceptor returned in its place may be of a wrong type: that is a
 * {@link ClassCastException}, and a failure of the tier.
 */
interface Answers<O> {

    /** Returns the answer; null for none. */
    @Nullable
    O answer(@Nullable Object returned);

    /** Returns where the answer came from; null if it was made just now. */
    default @Nullable Provenance provenance(@Nullable Object returned) {
        return null;
    }

    /** The code returns the answer itself. */
    static <O> Answers<O> plain() {
        return Answers::<O>cast;
    }

    /** The code returns an {@code Optional} of the answer. */
    static <O> Answers<O> optional() {
        return returned -> Answers.<O>found(returned).orElse(null);
    }

    /** The code returns an {@code Optional} of a hit. */
    static <O> Answers<O> hits(boolean freshOnly) {
        return aged(returned -> Answers.<Hit<O>>found(returned)
                .filter(hit -> !freshOnly || hit.fresh())
                .orElse(null));
    }

    /** The code returns a hit, whatever its age. */
    static <O> Answers<O> hit() {
        return aged(Answers::cast);
    }

    private static <O> Answers<O> aged(Function<@Nullable Object, @Nullable Hit<O>> read) {
        return new Answers<>() {
            @Override
            public @Nullable O answer(@Nullable Object returned) {
                Hit<O> hit = read.apply(returned);
                return hit == null ? null : hit.value();
            }

            @Override
            public @Nullable Provenance provenance(@Nullable Object returned) {
                Hit<O> hit = read.apply(returned);
                return hit == null ? null : Provenance.kept(hit.age(), hit.fresh());
            }
        };
    }

    /** The code is a chain, and returns its result. */
    static <O> Answers<O> results() {
        return new Answers<>() {
            @Override
            public @Nullable O answer(@Nullable Object returned) {
                Result<O> result = Answers.<Result<O>>cast(returned);
                return result == null ? null : result.value();
            }

            @Override
            public @Nullable Provenance provenance(@Nullable Object returned) {
                Result<O> result = Answers.<Result<O>>cast(returned);
                return result == null ? null : Provenance.nested(result);
            }
        };
    }

    private static <T> Optional<T> found(@Nullable Object returned) {
        Optional<T> found = Answers.<Optional<T>>cast(returned);
        if (found == null) {
            throw new NullPointerException("A lookup returned null: return Optional.empty() for a miss");
        }
        return found;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T> @Nullable T cast(@Nullable Object returned) {
        return (T) returned;
    }
}
