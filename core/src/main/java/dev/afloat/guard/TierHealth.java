package dev.afloat.guard;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * How one tier is doing at this moment.
 *
 * @param tier the name of the tier
 * @param circuit the state of its circuit breaker; null if it has none. Reading it changes nothing: an open breaker whose wait is
 *     over is still open until the next call probes it
 * @param inFlight calls that hold a permit now, abandoned ones included; 0 if the tier has no bound
 * @param waiting calls that wait for a permit
 * @param abandoned calls that nobody waits for any more and that have not ended yet
 * @param oldestAbandoned for how long nobody has waited for the oldest of these; zero if there is none
 */
public record TierHealth(
        String tier,
        @Nullable CircuitState circuit,
        int inFlight,
        int waiting,
        int abandoned,
        Duration oldestAbandoned) {}
