package dev.afloat.testkit;

import java.time.Duration;

/**
 * One call of a {@link StubModel}, as the stub saw it.
 *
 * @param request the request it belonged to, from 0
 * @param step what the script said
 * @param at when it began, on the time of the test
 * @param lasted how long the stub was in it: until it answered, threw, or was interrupted
 * @param answered whether it came to an answer
 */
public record StubCall(int request, Step step, Duration at, Duration lasted, boolean answered) {}
