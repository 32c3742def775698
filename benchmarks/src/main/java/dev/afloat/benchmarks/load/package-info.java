/**
 * What happens when many callers meet a model at once, and how fast virtual time is. Start at
 * {@link dev.afloat.benchmarks.load.HangingModel}, {@link dev.afloat.benchmarks.load.HealthyBurst} or
 * {@link dev.afloat.benchmarks.load.Replay}.
 */
@NullMarked
package dev.afloat.benchmarks.load;

import org.jspecify.annotations.NullMarked;
