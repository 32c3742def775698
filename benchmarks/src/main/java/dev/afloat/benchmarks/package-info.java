/**
 * What a chain costs beside its peers, in one run. Start at {@link dev.afloat.benchmarks.CallBenchmarks}.
 */
@NullMarked
package dev.afloat.benchmarks;

import org.jspecify.annotations.NullMarked;
