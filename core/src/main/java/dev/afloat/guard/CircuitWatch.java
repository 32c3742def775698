package dev.afloat.guard;

import dev.afloat.event.ChainEvent;
import dev.afloat.event.CircuitState;
import dev.afloat.event.Listeners;
import dev.afloat.outcome.Origin;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Tells of changes of a breaker's state, each once. Resilience4j's own events are no way to know: one consumer makes the breaker build an
 * event for each call from then on, and cannot be removed.
 */
final class CircuitWatch {
    private final Breaker breaker;
    private final Origin origin;
    private final Listeners listeners;
    private final AtomicReference<CircuitState> told;

    CircuitWatch(Breaker breaker, Origin origin, Listeners listeners) {
        this.breaker = breaker;
        this.origin = origin;
        this.listeners = listeners;
        this.told = new AtomicReference<>(breaker.state());
    }

    /** To be called whenever the state may have changed. Never throws. */
    void look() {
        if (listeners.isEmpty()) {
            return;
        }
        CircuitState now = breaker.state();
        CircuitState before = told.get();
        if (now != before && told.compareAndSet(before, now)) {
            listeners.tell(new ChainEvent.CircuitChanged(
                    origin.feature(), origin.tier(), before, now, breaker.failures(), breaker.calls()));
        }
    }
}
