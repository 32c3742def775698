package dev.afloat.testkit.properties;

import dev.afloat.event.CircuitState;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Outcome;
import java.util.ArrayDeque;
import java.util.Deque;

/** A circuit breaker as its settings describe it, for calls one after the other. */
final class BreakerModel {
    private final CircuitBreakerSpec spec;
    private final Deque<Recorded> window = new ArrayDeque<>();
    private CircuitState state = CircuitState.CLOSED;
    private long openedAt;
    private long openings;
    private int row;

    private record Recorded(long second, boolean failure) {}

    BreakerModel(CircuitBreakerSpec spec) {
        this.spec = spec;
    }

    CircuitState state() {
        return state;
    }

    boolean probeDue(long now) {
        return state == CircuitState.OPEN && now - openedAt >= spec.openFor().toNanos();
    }

    boolean admits(long now) {
        if (state == CircuitState.OPEN) {
            if (!probeDue(now)) {
                return false;
            }
            become(CircuitState.HALF_OPEN);
        }
        return true; // calls are one after the other: a probe is always free
    }

    void record(Outcome outcome, long now) {
        boolean recorded = outcome == Outcome.SUCCESS || outcome.failure();
        if (!recorded) {
            return;
        }
        row = outcome.failure() ? row + 1 : 0;
        long second = (now + openings) / 1_000_000_000; // its clock gains a nanosecond with each opening
        window.addLast(new Recorded(second, outcome.failure()));
        forget(second);
        long failures = window.stream().filter(Recorded::failure).count();
        boolean bad = failures * 100f / window.size() >= spec.failureRate();
        if (state == CircuitState.HALF_OPEN) {
            if (window.size() == spec.probes()) {
                decide(bad ? CircuitState.OPEN : CircuitState.CLOSED, now);
            }
        } else if ((window.size() >= spec.minimumCalls() && bad)
                || (spec.failuresInARow() > 0 && row >= spec.failuresInARow())) {
            decide(CircuitState.OPEN, now);
        }
    }

    private void forget(long second) {
        if (state == CircuitState.HALF_OPEN) {
            return;
        }
        if (spec.timeWindow() == null) {
            if (window.size() > spec.minimumCalls()) {
                window.removeFirst();
            }
        } else {
            window.removeIf(old -> old.second <= second - spec.timeWindow().toSeconds());
        }
    }

    private void decide(CircuitState next, long now) {
        if (next == CircuitState.OPEN) {
            openedAt = now;
            openings++;
        }
        become(next);
    }

    private void become(CircuitState next) {
        state = next;
        window.clear();
        row = 0;
    }
}
