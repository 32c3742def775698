@NullMarked
package dev.afloat.micrometer;

import org.jspecify.annotations.NullMarked;
