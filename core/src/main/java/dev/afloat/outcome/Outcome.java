package dev.afloat.outcome;

/** How one attempt of one tier ended, as its circuit breaker sees it. */
public enum Outcome {
    /** Answered, and the answer was accepted. The breaker records a success. */
    SUCCESS,
    /** The tier's code threw or answered null. The breaker records a failure. */
    ERROR,
    /** Our limit fired. The breaker records a failure. */
    TIMEOUT,
    /** A quality check rejected the answer, or let it be served and counted it. The breaker records a failure. */
    QUALITY_FAILURE,
    /**
     * The attempt says nothing about the tier: cancelled, cut short by the budget, a verdict of "uncertain", or a rejection that the input is
     * to blame for. Not recorded.
     */
    NEUTRAL,
    /** The tier was not called. Not recorded. */
    SKIPPED,
    /** A lookup found nothing, or a local tier declined. Not recorded. */
    MISS;

    /** Returns whether the tier's code was started. */
    public boolean ran() {
        return this != SKIPPED;
    }

    /** Returns whether a circuit breaker records this as a failure. */
    public boolean failure() {
        return this == ERROR || this == TIMEOUT || this == QUALITY_FAILURE;
    }
}
