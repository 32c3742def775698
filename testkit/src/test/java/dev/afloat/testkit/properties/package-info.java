/** Properties of random chains under random requests, in virtual time. */
@NullMarked
package dev.afloat.testkit.properties;

import org.jspecify.annotations.NullMarked;
