/**
 * What happened, as values, and who listens. Floor 2.
 *
 * <p>Start at {@link dev.afloat.event.ChainEvent}.
 */
@NullMarked
package dev.afloat.event;

import org.jspecify.annotations.NullMarked;
