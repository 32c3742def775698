/**
 * Ready-made lower tiers, built on the public API of the core alone.
 *
 * <p>Start at {@link dev.afloat.cascade.ResponseCache}.
 */
@NullMarked
package dev.afloat.cascade;

import org.jspecify.annotations.NullMarked;
