package dev.afloat.outcome;

/** The chain was closed before or during the call; from then on nothing was started. */
public final class ChainClosedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String feature;

    /** @param feature the name of the chain */
    public ChainClosedException(String feature) {
        super("The chain '" + feature + "' is closed. Build a new one, or close it only after the last call.");
        this.feature = feature;
    }

    /** Returns the name of the chain. */
    public String feature() {
        return feature;
    }
}
