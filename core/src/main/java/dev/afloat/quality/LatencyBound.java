package dev.afloat.quality;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How slow the slowest twentieth of a tier's calls may be: while the 95th percentile of the last calls is above the bound, answers are
 * quality failures with the code {@value #CODE}. Immutable. Give it to {@code tier.latency(…)}.
 *
 * <p>Such an answer is served all the same, and counts against the tier: it is here already, and asking the next tier would take longer
 * still. That goes for quick ones too, since it is the tier that is judged, so that a breaker opens within a few calls (5 in a row by
 * default) and the next tier answers. {@link #rejecting()} gives the answers to the next tier at once.
 *
 * <p><b>What is a sample.</b> Every answer that passed the tier's checks, by the time its attempt took; a timeout, by the time at which it
 * was given up; a call that the budget cut short only if it took as long as the bound, and then as a slow one. Errors, refusals, rejected
 * answers, misses and cancelled calls are none.
 *
 * <p><b>After an opening of the tier's breaker</b> nothing of before is remembered. A probe is judged by itself: one that is slower than the
 * bound is a quality failure. Without a breaker the window just moves on.
 *
 * <p><b>How to choose.</b> Leave 20 % to spare: of 100 samples the percentile is known to about ±20 % only (90 % of the estimates are
 * between 80 and 119 % of the true value, where latencies are log-normal with σ 0.6), of 20 samples to between 59 and 131 %. The bound
 * must be below the tier's time limit: a call that is given up there could never exceed it.
 */
public final class LatencyBound {
    /** The code of an answer that counts because its tier is too slow. */
    public static final String CODE = "latency-p95";

    /** Calls that the percentile is of, where nothing else is said. */
    public static final int DEFAULT_WINDOW = 100;

    private static final int LARGEST_WINDOW = 100_000;

    private final Duration bound;
    private final int window;
    private final @Nullable Integer minimumSamples;
    private final boolean rejecting;

    private LatencyBound(Duration bound, int window, @Nullable Integer minimumSamples, boolean rejecting) {
        if (window < 1 || window > LARGEST_WINDOW) {
            throw new IllegalArgumentException("A latency window must be of 1 to " + LARGEST_WINDOW
                    + " calls, each of which is kept in memory, but is of " + window + ". Take "
                    + DEFAULT_WINDOW + " to 500.");
        }
        if (minimumSamples != null && (minimumSamples < 1 || minimumSamples > window)) {
            throw new IllegalArgumentException("minimumSamples must be from 1 to the window of " + window
                    + " calls, but is " + minimumSamples + ". Lower it, or say window(…) first.");
        }
        this.bound = bound;
        this.window = window;
        this.minimumSamples = minimumSamples;
        this.rejecting = rejecting;
    }

    /**
     * Returns the bound on the 95th percentile of the last {@value #DEFAULT_WINDOW} calls, by nearest rank: it is exceeded where more than a
     * twentieth of them took longer. Exactly the bound is within it.
     *
     * @throws IllegalArgumentException if {@code bound} is not positive
     */
    public static LatencyBound p95(Duration bound) {
        if (Objects.requireNonNull(bound, "bound").isNegative() || bound.isZero()) {
            throw new IllegalArgumentException(
                    "A latency bound must be positive, but is " + bound + ". For none, leave latency(…) out.");
        }
        return new LatencyBound(bound, DEFAULT_WINDOW, null, false);
    }

    /**
     * Returns this bound on so many of the last calls.
     *
     * @throws IllegalArgumentException if it is less than 1 or {@link #minimumSamples()}, or more than 100,000
     */
    public LatencyBound window(int calls) {
        return new LatencyBound(bound, calls, minimumSamples, rejecting);
    }

    /**
     * Returns this bound, silent until there are so many samples. Default: the window, so that it is silent until that is full. Of fewer than 20
     * samples, a single slow one exceeds it.
     *
     * @throws IllegalArgumentException if it is less than 1, or more than the window
     */
    public LatencyBound minimumSamples(int samples) {
        return new LatencyBound(bound, window, samples, rejecting);
    }

    /** Returns this bound, rejecting the answers of a tier that exceeds it: they are not served, and the next tier is tried. */
    public LatencyBound rejecting() {
        return new LatencyBound(bound, window, minimumSamples, true);
    }

    /** Returns what the 95th percentile must not exceed. */
    public Duration bound() {
        return bound;
    }

    /** Returns how many calls it is of, at most. */
    public int window() {
        return window;
    }

    /** Returns how many calls it is of, at least. */
    public int minimumSamples() {
        return minimumSamples == null ? window : minimumSamples;
    }

    /** Returns whether answers of a tier that exceeds it are not served. */
    public boolean rejects() {
        return rejecting;
    }

    /** As it stands in the description of a chain. */
    @Override
    public String toString() {
        String least = minimumSamples() == window ? "" : ", from " + minimumSamples() + " on";
        return "p95 within " + bound + " of " + window + " calls" + least + (rejecting ? ", rejecting" : "");
    }
}
