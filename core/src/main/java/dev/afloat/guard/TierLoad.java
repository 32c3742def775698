package dev.afloat.guard;

import java.time.Duration;

/**
 * How many calls a tier has at this moment.
 *
 * @param inFlight calls that hold a permit now, abandoned ones included; 0 if the tier has no bound
 * @param waiting calls that wait for a permit
 * @param abandoned calls that nobody waits for any more and that have not ended yet
 * @param oldestAbandoned for how long nobody has waited for the oldest of these; zero if there is none
 */
public record TierLoad(int inFlight, int waiting, int abandoned, Duration oldestAbandoned) {

    /** No calls. */
    public static final TierLoad NONE = new TierLoad(0, 0, 0, Duration.ZERO);
}
