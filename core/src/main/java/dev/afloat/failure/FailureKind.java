package dev.afloat.failure;

/**
 * Why a tier did not serve: a closed list, so that metrics have bounded tags and a {@code switch} can be complete.
 *
 * <p>A {@link FailureClassifier} tells them apart.
 */
public enum FailureKind {
    /** Our limit fired, or the provider or the client reported a timeout of its own. */
    TIMEOUT,
    /** The provider said: too many requests. */
    RATE_LIMITED,
    /** The provider said: nothing left to spend. */
    QUOTA_EXHAUSTED,
    /** The provider is overloaded. */
    OVERLOADED,
    /** The provider cannot be reached or answers with a server error. */
    UNAVAILABLE,
    /** Key, permission or model name is wrong: the operator's mistake, not the provider's health. */
    MISCONFIGURED,
    /** The provider found fault with the request itself. */
    BAD_REQUEST,
    /** The prompt does not fit the model's context. */
    CONTEXT_TOO_LONG,
    /** The model declined to answer. */
    REFUSED,
    /** There was an answer, but not one that can be read. */
    MALFORMED,
    /** There was an answer, and a quality check rejected it. */
    QUALITY,
    /** Skipped: the tier's circuit breaker is open. */
    CIRCUIT_OPEN,
    /** Skipped: as many calls as allowed are in the tier already, or no thread was to be had. */
    SATURATED,
    /** Skipped or cut short: the budget left was smaller than the tier needs. */
    OUT_OF_TIME,
    /** A lookup found nothing, or a local tier declined. */
    MISS,
    /** The caller was interrupted or cancelled. */
    CANCELLED,
    /** The chain was closed. */
    CLOSED,
    /** An exception nothing more is known about. */
    UNKNOWN;

    /** Returns whether a tier's circuit breaker counts it as a failure. What it does not count is as if it had not been called. */
    public boolean countsAgainstTier() {
        return switch (this) {
            case TIMEOUT, OVERLOADED, UNAVAILABLE, MALFORMED, QUALITY, UNKNOWN -> true;
            default -> false;
        };
    }

    /** Returns whether it says that the provider is sick: all its tiers are concerned. */
    public boolean countsAgainstProvider() {
        return switch (this) {
            case TIMEOUT, OVERLOADED, UNAVAILABLE -> true;
            default -> false;
        };
    }

    /** Returns whether it is due to what was asked, so that another model would fare the same and is not asked. */
    public boolean dueToInput() {
        return switch (this) {
            case BAD_REQUEST, CONTEXT_TOO_LONG, REFUSED -> true;
            default -> false;
        };
    }
}
