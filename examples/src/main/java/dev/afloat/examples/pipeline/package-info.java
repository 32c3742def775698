/** A search page of several steps under one deadline: run {@link dev.afloat.examples.pipeline.PipelineExample}. */
@NullMarked
package dev.afloat.examples.pipeline;

import org.jspecify.annotations.NullMarked;
