/**
 * The front door. Floor 4: everything below serves this package.
 *
 * <p>Start at {@link dev.afloat.FallbackChain}.
 */
@NullMarked
package dev.afloat;

import org.jspecify.annotations.NullMarked;
