/**
 * Micrometer's context-propagation as a carrier of callers' contexts.
 *
 * <p>Start at {@link dev.afloat.context.PropagatedContext}.
 */
@NullMarked
package dev.afloat.context;

import org.jspecify.annotations.NullMarked;
