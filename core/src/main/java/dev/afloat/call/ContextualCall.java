package dev.afloat.call;

/**
 * A {@link ModelCall} that is also told about its call: how long is left, and when nobody waits any more.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
@FunctionalInterface
public interface ContextualCall<I, O> {

    /**
     * Answers {@code input}.
     *
     * @return the answer; a null is a failure of the tier (kind {@code MALFORMED})
     * @throws Exception any failure
     */
    O call(I input, CallContext context) throws Exception;
}
