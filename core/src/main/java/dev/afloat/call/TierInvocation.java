package dev.afloat.call;

import org.jspecify.annotations.Nullable;

/** One call of a tier's code, about to be made. */
public interface TierInvocation {

    /** Returns the name of the tier. */
    String tier();

    /** Returns what was asked. */
    Object input();

    /** Returns what the call may know about itself. */
    CallContext context();

    /**
     * Runs the tier's code; may be called any number of times, none included.
     *
     * @throws Exception whatever the tier's code throws
     */
    @Nullable
    Object proceed() throws Exception;
}
