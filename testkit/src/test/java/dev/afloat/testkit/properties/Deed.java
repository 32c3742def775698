package dev.afloat.testkit.properties;

import java.time.Duration;

/**
 * What the code of a tier does in one call. It is its own answer, so that a check knows what to think of it.
 *
 * @param delay how long the code takes
 * @param deaf whether it ignores interrupts meanwhile
 * @param checking how long a check takes over the answer
 */
record Deed(What what, Duration delay, boolean deaf, Duration checking) {
    enum What {
        ANSWER,
        STALE,
        NOTHING,
        POOR,
        UNSURE,
        COUNTED,
        CHECK_THROWS,
        THROWS_QUALITY,
        THROWS,
        OVERFLOWS,
        FATAL;

        boolean throwing() {
            return this == THROWS_QUALITY || this == THROWS || this == OVERFLOWS || this == FATAL;
        }
    }

    @Override
    public String toString() {
        return what
                + (delay.isZero() ? "" : " after " + delay)
                + (deaf ? " deaf" : "")
                + (checking.isZero() ? "" : " checked for " + checking);
    }
}
