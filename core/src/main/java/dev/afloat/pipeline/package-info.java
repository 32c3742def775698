/**
 * Several steps under one deadline. Floor 5.
 *
 * <p>Start at {@link dev.afloat.pipeline.Pipeline}.
 */
@NullMarked
package dev.afloat.pipeline;

import org.jspecify.annotations.NullMarked;
