package dev.afloat.guard;

import dev.afloat.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * When a circuit breaker opens, for how long, and how it tries again. Immutable; start from one of the two presets and change what
 * you need with the {@code with…} methods.
 *
 * <p>Errors, timeouts and quality failures count as failures; what is neutral, missed or skipped does not count at all.
 *
 * @param timeWindow outcomes of this span count, in whole seconds; null for a window of the last {@code minimumCalls} outcomes
 * @param failureRate opens at this share of failures in the window, in percent, 1 to 100
 * @param minimumCalls outcomes needed in the window before the share means anything; at least 1
 * @param failuresInARow opens after this many failures without a success between, whatever the share; 0 for never
 * @param openFor how long calls are refused before the next one is a probe; at least 100 ms. A call at exactly the end is a probe
 * @param probes calls that are let through then; their failure rate decides. At least 1 and at most {@code minimumCalls}
 */
public record CircuitBreakerSpec(
        @Nullable Duration timeWindow,
        float failureRate,
        int minimumCalls,
        int failuresInARow,
        Duration openFor,
        int probes) {

    /** The breaker keeps this many outcomes at most. */
    private static final int MOST_CALLS = 100_000;

    /** The shortest time open: below it, an outcome from before the opening could still pass for one of after it. */
    private static final Duration SHORTEST_OPEN = Duration.ofMillis(100);

    /**
     * @throws NullPointerException if {@code openFor} is null
     * @throws IllegalArgumentException if a number is out of its range; the message says which and what is allowed
     */
    public CircuitBreakerSpec {
        Objects.requireNonNull(openFor, "openFor");
        require(
                timeWindow == null || (timeWindow.toSeconds() >= 1 && timeWindow.toNanosPart() == 0),
                "timeWindow must be whole seconds, one at least, but is " + timeWindow);
        require(
                timeWindow == null || timeWindow.toSeconds() <= 86_400,
                "timeWindow must be a day at most, but is " + timeWindow);
        require(
                failureRate >= 1 && failureRate <= 100,
                "failureRate must be 1 to 100 percent, but is " + failureRate + ": for 40 % say 40, not 0.4");
        require(minimumCalls >= 1, "minimumCalls (or failures) must be 1 at least, but is " + minimumCalls);
        require(
                minimumCalls <= MOST_CALLS,
                "minimumCalls (or failures) must be " + MOST_CALLS + " at most, but is " + minimumCalls
                        + ": a breaker that waits for more never opens in time");
        require(failuresInARow >= 0, "failuresInARow must be 0 (off) or more, but is " + failuresInARow);
        require(
                openFor.compareTo(SHORTEST_OPEN) >= 0,
                "openFor must be 100 ms at least, but is " + openFor + ": a shorter one probes more than it protects");
        require(
                openFor.compareTo(Duration.ofDays(365)) <= 0,
                "openFor must be a year at most, but is " + openFor + ": force the breaker open instead");
        require(probes >= 1, "probes must be 1 at least, but is " + probes);
        // Else Resilience4j would decide by the first minimumCalls of them.
        require(
                probes <= minimumCalls,
                "probes must not exceed minimumCalls (" + minimumCalls + "), but is " + probes
                        + ": raise minimumCalls, or probe less");
    }

    private static void require(boolean condition, String message) {
        if (!condition) {
            throw new IllegalArgumentException(message);
        }
    }

    /**
     * The default: over the last 60 s, opens at 40 % failures of at least 10 outcomes, or at 5 failures in a row (so that a feature
     * with little traffic is protected too), for 30 s, with 1 probe.
     */
    public static CircuitBreakerSpec slidingWindow() {
        return new CircuitBreakerSpec(Duration.ofSeconds(60), 40, 10, 5, Duration.ofSeconds(30), 1);
    }

    /** Opens when the last {@code failures} outcomes all failed, for {@code cooldown}, with 1 probe. */
    public static CircuitBreakerSpec consecutiveFailures(int failures, Duration cooldown) {
        return new CircuitBreakerSpec(null, 100, failures, 0, cooldown, 1);
    }

    /** Returns a copy that looks at the outcomes of this span. */
    public CircuitBreakerSpec withTimeWindow(Duration span) {
        return new CircuitBreakerSpec(span, failureRate, minimumCalls, failuresInARow, openFor, probes);
    }

    /** Returns a copy that opens at this share of failures, of at least so many outcomes. */
    public CircuitBreakerSpec withFailureRate(float percent, int ofAtLeast) {
        return new CircuitBreakerSpec(timeWindow, percent, ofAtLeast, failuresInARow, openFor, probes);
    }

    /** Returns a copy that opens after so many failures in a row; 0 for never. */
    public CircuitBreakerSpec withFailuresInARow(int failures) {
        return new CircuitBreakerSpec(timeWindow, failureRate, minimumCalls, failures, openFor, probes);
    }

    /** Returns a copy that stays open for this long. */
    public CircuitBreakerSpec withOpenFor(Duration wait) {
        return new CircuitBreakerSpec(timeWindow, failureRate, minimumCalls, failuresInARow, wait, probes);
    }

    /** Returns a copy that decides by so many probes. */
    public CircuitBreakerSpec withProbes(int calls) {
        return new CircuitBreakerSpec(timeWindow, failureRate, minimumCalls, failuresInARow, openFor, calls);
    }

    CircuitBreakerConfig config() {
        CircuitBreakerConfig.Builder config = CircuitBreakerConfig.custom()
                .failureRateThreshold(failureRate)
                .minimumNumberOfCalls(minimumCalls)
                .waitDurationInOpenState(openFor)
                .permittedNumberOfCallsInHalfOpenState(probes)
                // Slowness is the limit's business: a timeout must not count twice.
                .slowCallRateThreshold(100)
                .slowCallDurationThreshold(Duration.ofDays(365))
                .writableStackTraceEnabled(false);
        return timeWindow == null
                ? config.slidingWindowType(SlidingWindowType.COUNT_BASED)
                        .slidingWindowSize(minimumCalls)
                        .build()
                : config.slidingWindowType(SlidingWindowType.TIME_BASED)
                        .slidingWindowSize((int) timeWindow.toSeconds())
                        .build();
    }

    /**
     * Returns {@code config} reading {@code clock} and {@code time} instead of its own clocks, and counting our own endings whatever it
     * says of exceptions: it says so of the model's, and cannot know ours.
     */
    static CircuitBreakerConfig onClock(CircuitBreakerConfig config, TickingClock clock, TimeSource time) {
        Predicate<Throwable> records = config.getRecordExceptionPredicate();
        Predicate<Throwable> ignores = config.getIgnoreExceptionPredicate();
        return CircuitBreakerConfig.from(config)
                .recordException(thrown -> Stackless.isOurs(thrown) || records.test(thrown))
                .ignoreExceptions()
                .ignoreException(thrown -> !Stackless.isOurs(thrown) && ignores.test(thrown))
                .waitIntervalFunctionInOpenState(clock.noting(config.getWaitIntervalFunctionInOpenState()))
                .clock(clock)
                .currentTimestampFunction(ignored -> time.nanos(), TimeUnit.NANOSECONDS)
                .build();
    }
}
