/**
 * Is this text good enough? Ready-made checks of texts, in any language and script. Floor 3.
 *
 * <p>Start at {@link dev.afloat.quality.text.Coherence}.
 */
@NullMarked
package dev.afloat.quality.text;

import org.jspecify.annotations.NullMarked;
