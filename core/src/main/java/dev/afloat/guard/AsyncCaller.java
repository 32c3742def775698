package dev.afloat.guard;

/** A request that does not wait for its tiers: told of each when it has ended. */
public interface AsyncCaller<O> {

    /** Returns the context captured when the request was made. */
    CallerContext context();

    /**
     * Called when a tier was started, before it can end.
     *
     * @param giveUp cancels the tier's call if it has not ended; nobody is told then
     */
    void started(Runnable giveUp);

    /** Called once for each tier that was started and not given up, in the caller's context, by the thread that ended it. */
    void settled(Reply<O> reply);

    /** Called if it could not be told of a tier: no memory for it. */
    void failed(Throwable why);
}
