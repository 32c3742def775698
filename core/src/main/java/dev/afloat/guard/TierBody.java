package dev.afloat.guard;

import dev.afloat.outcome.Provenance;
import org.jspecify.annotations.Nullable;

/** The code of a tier in the shape a {@link Guard} runs it in. */
@FunctionalInterface
public interface TierBody<I, O> {

    /**
     * Runs the tier's code.
     *
     * @return what it returned; a {@code CompletionStage} of that, if the tier is asynchronous
     * @throws Exception any failure
     */
    @Nullable
    Object call(I input, Call<O> call) throws Exception;

    /**
     * Reads the answer out of what the code returned, or its stage was completed with.
     *
     * @return the answer; null for none
     */
    @SuppressWarnings("unchecked")
    default @Nullable O answer(@Nullable Object returned) {
        return (O) returned;
    }

    /** Returns where that answer came from; null if the code made it just now. */
    default @Nullable Provenance provenance(@Nullable Object returned) {
        return null;
    }
}
