/** The search page, as its guide shows it. */
@NullMarked
package dev.afloat.examples.pipeline;

import org.jspecify.annotations.NullMarked;
