package dev.afloat.outcome;

/**
 * The caller was interrupted, before the call or while it waited: the work was cancelled, no lower tier was started, and the thread's interrupt flag is
 * set again.
 */
public final class ChainCancelledException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String feature;

    /** @param feature the name of the chain */
    public ChainCancelledException(String feature) {
        super("A call of '" + feature + "' was cancelled: its thread was interrupted. No lower tier was tried.");
        this.feature = feature;
    }

    /** Returns the name of the chain. */
    public String feature() {
        return feature;
    }
}
