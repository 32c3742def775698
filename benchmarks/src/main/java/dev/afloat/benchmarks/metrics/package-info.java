/** What being watched costs a call. */
@NullMarked
package dev.afloat.benchmarks.metrics;

import org.jspecify.annotations.NullMarked;
