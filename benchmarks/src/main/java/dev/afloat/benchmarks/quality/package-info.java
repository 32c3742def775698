/** What checks of texts cost, beside naive ones. */
@NullMarked
package dev.afloat.benchmarks.quality;

import org.jspecify.annotations.NullMarked;
