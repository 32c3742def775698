/**
 * What the caller gets. Floor 1: imports {@code failure} and {@code time} only.
 *
 * <p>Start at {@link dev.afloat.outcome.Result}, then {@link dev.afloat.outcome.Attempt}.
 */
@NullMarked
package dev.afloat.outcome;

import org.jspecify.annotations.NullMarked;
