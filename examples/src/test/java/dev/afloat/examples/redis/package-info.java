/** Against a Redis that runs. */
@NullMarked
package dev.afloat.examples.redis;

import org.jspecify.annotations.NullMarked;
