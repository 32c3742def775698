package dev.afloat.guard;

/** A request that does not wait for its tiers: told of each when it has ended. */
public interface AsyncCaller<O> {

    /** Returns the context captured when the request was made. */
    CallerContext context();

    /**
     * Called when a tier was started, before it can end.
     *
     * @param giveUp cancels the tier's call if it has not ended
     */
    void started(Runnable giveUp);

    /** Called once for each tier that was started, in the caller's context, by the thread that ended it or gave it up. */
    void settled(Reply<O> reply);
}
