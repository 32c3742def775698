/**
 * What can go wrong. Floor 0: imports nothing of Afloat.
 *
 * <p>Start at {@link dev.afloat.failure.FailureKind}; {@link dev.afloat.failure.FailureClassifier} tells which it is.
 */
@NullMarked
package dev.afloat.failure;

import org.jspecify.annotations.NullMarked;
