package dev.afloat.call;

/**
 * A call that takes one input, answers or throws: the shape of every tier's code.
 *
 * <p>An instance is called concurrently by many threads. It may throw anything; what it throws is kept as the cause of the
 * {@code Attempt} and the next tier is tried.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
@FunctionalInterface
public interface ModelCall<I, O> {

    /**
     * Answers {@code input}.
     *
     * @return the answer; a null is a failure of the tier (kind {@code MALFORMED})
     * @throws Exception any failure
     */
    O call(I input) throws Exception;
}
