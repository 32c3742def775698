/**
 * Metrics of chains in a Micrometer registry, and their traces.
 *
 * <p>Start at {@link dev.afloat.micrometer.ChainMetrics} and {@link dev.afloat.micrometer.ChainObservations}.
 */
@NullMarked
package dev.afloat.micrometer;

import org.jspecify.annotations.NullMarked;
