/** What the ready-made lower tiers cost, beside bare Caffeine. */
@NullMarked
package dev.afloat.benchmarks.cascade;

import org.jspecify.annotations.NullMarked;
