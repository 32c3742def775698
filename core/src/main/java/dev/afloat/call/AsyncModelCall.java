package dev.afloat.call;

import java.util.concurrent.CompletionStage;

/**
 * A call that returns at once and answers later.
 *
 * <p>It is made on a worker thread, never on the caller's, so one that blocks before it returns its stage is under the limit too.
 * What it throws instead of returning a stage counts like a stage that failed.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
@FunctionalInterface
public interface AsyncModelCall<I, O> {

    /**
     * Begins to answer {@code input}.
     *
     * @return the stage that will hold the answer. It is only listened to: a caller's limit or cancellation never completes it, so
     *     it may be shared, unless the tier says {@code ownsStage()}
     * @throws Exception any failure
     */
    CompletionStage<? extends O> call(I input) throws Exception;
}
