/**
 * Metrics of chains, in a Micrometer registry.
 *
 * <p>Start at {@link dev.afloat.micrometer.ChainMetrics}.
 */
@NullMarked
package dev.afloat.micrometer;

import org.jspecify.annotations.NullMarked;
