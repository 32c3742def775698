package dev.afloat.cascade;

import java.time.Duration;
import java.util.Optional;

/**
 * How refreshing an answer goes.
 *
 * @param age how old the value is that is served
 * @param refreshes how often it was brought up to date; what it started with does not count
 * @param failures how often that failed
 * @param lastFailure the class of what was thrown last, without its message, which may hold content; empty if the last refresh went well
 * @param failingFor how long ago the first of those failed that have failed one after the other since; empty if the last one went well
 * @param refreshingFor how long the refresh has taken that is running; empty if none is. Much of it means that the supplier hangs
 */
public record RefreshHealth(
        Duration age,
        long refreshes,
        long failures,
        Optional<String> lastFailure,
        Optional<Duration> failingFor,
        Optional<Duration> refreshingFor) {}
