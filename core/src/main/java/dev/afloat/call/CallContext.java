package dev.afloat.call;

import dev.afloat.time.Deadline;

/** What one call of one tier may know about itself. Safe for use by many threads. */
public interface CallContext {

    /** Returns the name of the chain, the AI feature. */
    String feature();

    /** Returns the name of the tier that is being called. */
    String tier();

    /**
     * Returns the id of the request: the same in every tier, nested chain, event and in the {@code Result}. A string is made anew
     * at each call of this method and never otherwise.
     */
    String requestId();

    /**
     * Returns when this call must be done: hand the time left to a client that has a timeout of its own. {@link Deadline#none()}
     * where neither the tier nor the chain has a limit.
     */
    Deadline deadline();

    /**
     * Returns whether nobody waits for this call any more: its limit fired or its caller went away. Poll it in long loops. Always
     * false where the call runs on its caller's own thread (a tier without a limit): look at {@link #deadline()} there, and at the
     * thread's interrupt flag.
     */
    boolean cancelled();

    /**
     * Registers what to do when nobody waits for this call any more, such as closing a connection. Runs at most once, on a thread
     * of the chain and never on the caller's; at once and on this thread if the call is {@linkplain #cancelled() cancelled}
     * already; never if the call ends in time, or runs on its caller's own thread. What it throws is logged and dropped. Several hooks run in the order they came.
     */
    void onCancel(Runnable hook);

    /**
     * Says whether the outcome of this call is that of another one, which is recorded where it is made: then no breaker, hold or count
     * takes note of this one, whatever comes of it, its timeout too, and nobody is told of its answer as one worth keeping. For calls that
     * wait for an equal one: true when they begin to wait, false again if they go on to call by themselves. The attempt reads as it is
     * either way.
     */
    void recordedElsewhere(boolean anothers);
}
