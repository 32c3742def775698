package dev.afloat.cascade;

import java.time.Duration;
import java.util.Optional;

/**
 * How refreshing an answer goes.
 *
 * @param age how old the value is that is served
 * @param refreshes how often it was brought up to date
 * @param failures how often that failed
 * @param lastFailure the class of what was thrown last; empty if the last refresh went well. Its message may hold content
 * @param failingFor since when every refresh has failed; empty if the last one went well
 * @param refreshingFor how long the refresh has taken that is running; empty if none is. Much of it means that the supplier hangs
 */
public record RefreshHealth(
        Duration age,
        long refreshes,
        long failures,
        Optional<String> lastFailure,
        Optional<Duration> failingFor,
        Optional<Duration> refreshingFor) {}
