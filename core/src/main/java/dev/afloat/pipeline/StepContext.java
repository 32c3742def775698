package dev.afloat.pipeline;

import dev.afloat.time.Deadline;

/**
 * What one call of one step may know about itself. Safe for use by many threads.
 *
 * @param <I> what the pipeline was asked
 */
public interface StepContext<I> {

    /** Returns what the pipeline was asked, whatever the steps before made of it. */
    I input();

    /** Returns the name of the pipeline. */
    String pipeline();

    /** Returns the name of the step. */
    String step();

    /** Returns the id of the request: the same in every step, chain inside, event and in the result. Made anew at each call. */
    String requestId();

    /** Returns when this call must be done. Never comes where neither the pipeline, the request nor the step has a limit. */
    Deadline deadline();

    /** Returns whether nobody waits for this call any more; always false for a local step of a request that waits. Poll it in long loops. */
    boolean cancelled();

    /** Registers what to do when nobody waits for this call any more, as {@link dev.afloat.call.CallContext#onCancel} does. */
    void onCancel(Runnable hook);
}
