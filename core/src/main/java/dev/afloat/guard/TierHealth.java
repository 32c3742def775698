package dev.afloat.guard;

import org.jspecify.annotations.Nullable;

/**
 * How one tier is doing at this moment.
 *
 * @param tier the name of the tier
 * @param circuit the state of its circuit breaker; null if it has none. Reading it changes nothing: an open breaker whose wait is
 *     over is still open until the next call probes it
 * @param inFlight calls that hold a permit now, abandoned ones included; 0 if the tier has no bound
 * @param abandoned calls that nobody waits for any more and that have not ended yet
 */
public record TierHealth(String tier, @Nullable CircuitState circuit, int inFlight, int abandoned) {}
