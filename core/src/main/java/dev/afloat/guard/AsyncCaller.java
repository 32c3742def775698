package dev.afloat.guard;

/** A request that does not wait for its tiers: told of each when it has ended. */
public interface AsyncCaller<O> {

    /** A call that was started. */
    @FunctionalInterface
    interface Started {

        /**
         * Cancels the call if it has not ended; its caller is told as of every ending.
         *
         * @return whether this ended it
         */
        boolean giveUp();
    }

    /** Returns the context captured when the request was made. */
    CallerContext context();

    /** Called when a tier was started, before it can end. */
    void started(Started call);

    /** Called once for each tier that was started, in the caller's context, by the thread that ended it or gave it up. */
    void settled(Reply<O> reply);

    /** Called if it could not be told of a tier: no memory for it. */
    void failed(Throwable why);
}
