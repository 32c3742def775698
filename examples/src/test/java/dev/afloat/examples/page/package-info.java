/** The page, as programs and as a browser see it. */
@NullMarked
package dev.afloat.examples.page;

import org.jspecify.annotations.NullMarked;
