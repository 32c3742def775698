package dev.afloat.guard;

import dev.afloat.outcome.Outcome;
import dev.afloat.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
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
        TickingClock clock = new TickingClock(time.clock());
        return new Breaker(
                CircuitBreaker.of(name, CircuitBreakerSpec.onClock(config, clock, time)), clock, failuresInARow);
    }

    /** A breaker of the user's, which keeps its own clock. */
    static Breaker of(CircuitBreaker circuit) {
        return new Breaker(circuit, null, 0);
    }

    CircuitState state() {
        return CircuitState.of(circuit.getState());
    }

    /** Returns the epoch in which a call was admitted, or null if none is. */
    @Nullable
    Object tryAcquire() {
        try {
            return circuit.tryAcquirePermission() ? circuit.getMetrics() : null;
        } catch (Throwable e) {
            // IllegalStateTransitionException, when an operator closes the breaker at this very moment, or an interval
            // function
            // of the user's: either way the tier's permit must go back.
            return null;
        }
    }

    /** Records one outcome of a call admitted in {@code epoch}, or gives its permission back. Never throws. */
    void settle(Object epoch, Outcome outcome, long nanos, @Nullable Throwable cause) {
        if (circuit.getMetrics() != epoch) {
            return;
        }
        try {
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
            // A predicate of the user's configuration, or a change of state at this very moment: nothing was recorded.
            circuit.releasePermission();
        }
    }

    private void failed(Object epoch, long nanos, Throwable cause) {
        if (rowEpoch != epoch) { // closed since, by probes or by an operator: what was before is forgiven
            rowEpoch = epoch;
            row.set(0);
        }
        boolean tooMany = failuresInARow > 0 && row.incrementAndGet() == failuresInARow;
        boolean wasOpen = circuit.getState() == CircuitBreaker.State.OPEN;
        circuit.onError(nanos, TimeUnit.NANOSECONDS, cause);
        if (tooMany && circuit.getState() == CircuitBreaker.State.CLOSED) {
            circuit.transitionToOpenState();
        }
        if (circuit.getState() == CircuitBreaker.State.OPEN) {
            row.set(0);
            if (clock != null && !wasOpen) { // a tick for each opening, not for what is late
                clock.tick();
            }
        }
    }

    /** The breaker looks into these two by itself and stumbles over an empty one. */
    private static Throwable unwrapped(Throwable thrown) {
        boolean wrapper = thrown instanceof CompletionException || thrown instanceof ExecutionException;
        return wrapper && thrown.getCause() == null ? Stackless.MALFORMED : thrown;
    }
}
