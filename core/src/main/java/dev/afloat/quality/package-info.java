/**
 * Is this answer good enough? Floor 2.
 *
 * <p>Start at {@link dev.afloat.quality.QualityCheck}.
 */
@NullMarked
package dev.afloat.quality;

import org.jspecify.annotations.NullMarked;
