/**
 * What is called: the user's code, and what it is told about its call. Floor 1: imports {@code time} and {@code failure} only.
 *
 * <p>Start at {@link dev.afloat.call.ModelCall} and {@link dev.afloat.call.CallContext}.
 */
@NullMarked
package dev.afloat.call;

import org.jspecify.annotations.NullMarked;
