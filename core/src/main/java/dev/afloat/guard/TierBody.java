package dev.afloat.guard;

import org.jspecify.annotations.Nullable;

/** The code of a tier in the shape a {@link Guard} runs it in. */
@FunctionalInterface
public interface TierBody<I, O> {

    /**
     * Answers {@code input}.
     *
     * @param call the running call, which takes note of where the answer came from
     * @return the answer; null for none
     * @throws Exception any failure
     */
    @Nullable
    O call(I input, Call<O> call) throws Exception;
}
