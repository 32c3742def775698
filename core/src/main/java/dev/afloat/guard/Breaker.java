package dev.afloat.guard;

import dev.afloat.event.CircuitState;
import dev.afloat.outcome.Outcome;
import dev.afloat.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A Resilience4j breaker, asked and told by its primitive calls.
 *
 * <p>The breaker has no ticket of its own, so outcomes of an earlier state would be counted in the present one. Its metrics object
 * is another one after every change to CLOSED or HALF_OPEN: {@link #tryAcquire()} returns it, and an outcome is dropped unless it
 * is still the same. Where acquiring and reading it fall apart, one probe too many may go out; the opposite rule, to drop when in
 * doubt, would lose a probe for ever.
 */
final class Breaker {
    /** How many probes were recorded, where it was not to be found out. */
    private static final int UNKNOWN = -1;

    private final CircuitBreaker circuit;
    private final @Nullable TickingClock clock;
    private final int failuresInARow;
    private final AtomicInteger row = new AtomicInteger();
    private volatile @Nullable Object rowEpoch;

    Breaker(CircuitBreaker circuit, @Nullable TickingClock clock, int failuresInARow) {
        this.circuit = circuit;
        this.clock = clock;
        this.failuresInARow = failuresInARow;
    }

    static Breaker of(String name, CircuitBreakerConfig config, int failuresInARow, TimeSource time) {
        TickingClock clock = new TickingClock(time);
        return new Breaker(
                CircuitBreaker.of(name, CircuitBreakerSpec.onClock(config, clock, time)), clock, failuresInARow);
    }

    /** A breaker of the user's, which keeps its own clock. */
    static Breaker of(CircuitBreaker circuit) {
        return new Breaker(circuit, null, 0);
    }

    CircuitState state() {
        return switch (circuit.getState()) {
            case CLOSED -> CircuitState.CLOSED;
            case OPEN -> CircuitState.OPEN;
            case HALF_OPEN -> CircuitState.HALF_OPEN;
            case FORCED_OPEN -> CircuitState.FORCED_OPEN;
            case DISABLED, METRICS_ONLY -> CircuitState.DISABLED;
        };
    }

    /** Returns how many of the calls it counts at the moment have failed. */
    int failures() {
        return circuit.getMetrics().getNumberOfFailedCalls();
    }

    /** Returns how many calls it counts at the moment. */
    int calls() {
        return circuit.getMetrics().getNumberOfBufferedCalls();
    }

    /** Returns whether it is open at the moment, be it that the next call would probe it. Changes nothing. */
    boolean open() {
        CircuitBreaker.State state = circuit.getState();
        return state == CircuitBreaker.State.OPEN || state == CircuitBreaker.State.FORCED_OPEN;
    }

    /** Returns whether the next call would probe it. Changes nothing; never so for a breaker of the user's, which does not tell. */
    boolean probeDue() {
        return clock != null && circuit.getState() == CircuitBreaker.State.OPEN && clock.waitIsOver();
    }

    /** Returns whether it has not changed to CLOSED or HALF_OPEN since {@code epoch}. */
    boolean present(Object epoch) {
        return circuit.getMetrics() == epoch;
    }

    /** Returns whether {@code epoch} is that of the probes, and they have not decided yet. */
    boolean probes(Object epoch) {
        return present(epoch) && circuit.getState() == CircuitBreaker.State.HALF_OPEN;
    }

    /** Returns the epoch in which a call was admitted, or null if none is. */
    @Nullable
    Object tryAcquire() {
        try {
            return circuit.tryAcquirePermission() || freed() ? circuit.getMetrics() : null;
        } catch (Throwable e) {
            // An operator closes the breaker at this very moment, or an interval function of the user's throws: either
            // way the
            // tier's permit must go back.
            return null;
        }
    }

    /** A stack that was used up in the middle of its change leaves the breaker open for ever: it has left that state and entered no other. */
    private boolean freed() {
        if (!probeDue()) {
            return false;
        }
        circuit.transitionToHalfOpenState();
        return circuit.tryAcquirePermission();
    }

    /**
     * Records one outcome of a call admitted in {@code epoch}, or gives its permission back. Outcomes of an earlier state are
     * dropped. Never throws.
     */
    void settle(Object epoch, Outcome outcome, long nanos, @Nullable Throwable cause) {
        CircuitBreaker.State before = circuit.getState();
        if (circuit.getMetrics() != epoch || before == CircuitBreaker.State.OPEN) {
            return;
        }
        int probed = UNKNOWN;
        try {
            if (before == CircuitBreaker.State.HALF_OPEN) {
                probed = buffered();
            }
            switch (outcome) {
                case SUCCESS -> {
                    if (row.get() != 0) {
                        row.set(0);
                    }
                    circuit.onSuccess(nanos, TimeUnit.NANOSECONDS);
                }
                case ERROR -> failed(epoch, nanos, cause == null ? Stackless.MALFORMED : unwrapped(cause));
                case TIMEOUT -> failed(epoch, nanos, Stackless.TIMEOUT);
                case QUALITY_FAILURE -> failed(epoch, nanos, Stackless.QUALITY);
                case NEUTRAL, SKIPPED, MISS -> circuit.releasePermission();
            }
        } catch (Throwable e) {
            // Of the user's configuration, or a change of state at this very moment.
            recover(epoch, before, probed);
        }
        // After a success too: it may be the outcome that makes the share of failures count.
        if (clock != null && circuit.getState() == CircuitBreaker.State.OPEN) {
            clock.tick();
        }
    }

    private int buffered() {
        return circuit.getMetrics().getNumberOfBufferedCalls();
    }

    /**
     * Does what the breaker left undone when it threw. Unless the outcome was recorded before, its permission goes back. If the
     * breaker was about to open (its wait could not be had) it would neither open nor let a call through ever again.
     */
    private void recover(Object epoch, CircuitBreaker.State before, int probed) {
        if (circuit.getMetrics() != epoch || circuit.getState() != before) {
            return;
        }
        if (before == CircuitBreaker.State.HALF_OPEN) {
            int now = probed == UNKNOWN ? UNKNOWN : buffered();
            if (now == probed) {
                circuit.releasePermission();
            } else if (now >= probesThatDecide()) {
                openAtLast();
            }
        } else if (before == CircuitBreaker.State.CLOSED && !circuit.tryAcquirePermission()) {
            openAtLast();
        }
    }

    private int probesThatDecide() {
        CircuitBreakerConfig config = circuit.getCircuitBreakerConfig();
        return Math.min(config.getPermittedNumberOfCallsInHalfOpenState(), config.getMinimumNumberOfCalls());
    }

    private void openAtLast() {
        Duration wait = firstWait();
        if (clock != null) {
            clock.openedFor(wait);
        }
        circuit.transitionToOpenStateFor(wait);
    }

    /** The wait after a first opening, or Resilience4j's default if that cannot be had either. */
    private Duration firstWait() {
        try {
            return Duration.ofMillis(circuit.getCircuitBreakerConfig()
                    .getWaitIntervalFunctionInOpenState()
                    .apply(1));
        } catch (Throwable e) {
            return Duration.ofSeconds(CircuitBreakerConfig.DEFAULT_WAIT_DURATION_IN_OPEN_STATE);
        }
    }

    private void failed(Object epoch, long nanos, Throwable cause) {
        boolean tooMany = failuresInARow > 0 && anotherInARow(epoch) >= failuresInARow;
        circuit.onError(nanos, TimeUnit.NANOSECONDS, cause);
        if (tooMany && circuit.getState() == CircuitBreaker.State.CLOSED && circuit.getMetrics() == epoch) {
            circuit.transitionToOpenState();
        }
    }

    private int anotherInARow(Object epoch) {
        if (rowEpoch != epoch) { // closed since, by probes or by an operator: what was before is forgiven
            rowEpoch = epoch;
            row.set(0);
        }
        return row.incrementAndGet();
    }

    /** The breaker looks into these two by itself and stumbles over an empty one. */
    private static Throwable unwrapped(Throwable thrown) {
        boolean wrapper = thrown instanceof CompletionException || thrown instanceof ExecutionException;
        return wrapper && thrown.getCause() == null ? Stackless.MALFORMED : thrown;
    }
}
