package dev.afloat.guard;

import java.time.Duration;

/** How long a tier is left alone after its provider refused calls for their number or their cost. */
public final class RateLimits {
    /** The longest wait that is obeyed. */
    public static final Duration LONGEST_HOLD = Duration.ofMinutes(5);

    /** The wait where the provider does not say: it doubles, up to the longest, until a call is answered. */
    public static final Duration FIRST_HOLD = Duration.ofSeconds(2);

    /** The wait after an exhausted quota, where nothing else is set. */
    public static final Duration QUOTA_HOLD = Duration.ofHours(1);

    private RateLimits() {}

    /**
     * Refuses a wait after an exhausted quota that makes no sense.
     *
     * @throws IllegalArgumentException if it is not positive
     */
    public static Duration requirePositive(Duration quotaHold) {
        if (quotaHold.isZero() || quotaHold.isNegative()) {
            throw new IllegalArgumentException("quotaHold must be positive, but is " + quotaHold);
        }
        return quotaHold;
    }
}
