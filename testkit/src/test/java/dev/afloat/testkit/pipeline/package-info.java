/** Pipelines in virtual time, and a few in real time. */
@NullMarked
package dev.afloat.testkit.pipeline;

import org.jspecify.annotations.NullMarked;
