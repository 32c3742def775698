package dev.afloat.call;

import java.util.concurrent.CompletionStage;

/**
 * An {@link AsyncModelCall} that is also told about its call: how long is left, and when nobody waits any more.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
@FunctionalInterface
public interface AsyncContextualCall<I, O> {

    /**
     * Begins to answer {@code input}.
     *
     * @return as {@link AsyncModelCall#call}
     * @throws Exception any failure
     */
    CompletionStage<? extends O> call(I input, CallContext context) throws Exception;
}
