/**
 * What time it is and how long is left. Floor 0: imports nothing of Afloat.
 *
 * <p>Start at {@link dev.afloat.time.Deadline}; {@link dev.afloat.time.TimeSource} is for those who drive time themselves.
 */
@NullMarked
package dev.afloat.time;

import org.jspecify.annotations.NullMarked;
