package dev.afloat.pipeline;

/**
 * The code of a step that wants to know what the pipeline was asked, how long it has, and when to stop.
 *
 * @param <I> what the pipeline was asked
 * @param <C> what the step before gave
 * @param <D> what this one gives
 */
@FunctionalInterface
public interface StepCall<I, C, D> {

    /**
     * Goes on from {@code value}.
     *
     * @return what the next step is given; a null is a failure of the step (kind {@code MALFORMED})
     * @throws Exception any failure
     */
    D call(C value, StepContext<I> context) throws Exception;
}
