/** Holds README and reference pages against the code. */
@NullMarked
package dev.afloat.examples.docs;

import org.jspecify.annotations.NullMarked;
