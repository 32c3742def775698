package dev.afloat.guard;

/** A request that does not wait for its tiers: told of each when it has ended. */
public interface AsyncCaller<O> {

    /** A call that was started. */
    @FunctionalInterface
    interface Started {

        /**
         * Cancels the call if it has not ended; its caller is not told then.
         *
         * @return whether this ended it
         */
        boolean giveUp();
    }

    /** Returns the context captured when the request was made. */
    CallerContext context();

    /** Called when a tier was started, before it can end. */
    void started(Started call);

    /** Called once for each tier that was started and not given up, in the caller's context, by the thread that ended it. */
    void settled(Reply<O> reply);
}
