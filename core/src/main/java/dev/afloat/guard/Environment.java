package dev.afloat.guard;

import dev.afloat.event.Mishaps;
import dev.afloat.time.TimeSource;
import java.util.concurrent.Executor;

/**
 * What the guards of one chain share.
 *
 * @param time drives everything
 * @param workers run calls that have a limit
 * @param continuations run short tasks aside from the caller
 * @param mishaps takes what callbacks throw
 */
public record Environment(TimeSource time, Executor workers, Executor continuations, Mishaps mishaps) {}
