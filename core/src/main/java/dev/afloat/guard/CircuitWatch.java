package dev.afloat.guard;

import dev.afloat.event.ChainEvent;
import dev.afloat.event.CircuitState;
import dev.afloat.event.Listeners;
import dev.afloat.outcome.Origin;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * Tells of changes of a breaker's state, each once and in their order. Resilience4j's own events are no way to know: one consumer makes the breaker build
 * an event for each call from then on, and cannot be removed.
 */
final class CircuitWatch {
    private final Breaker breaker;
    private final Origin origin;
    private final Listeners listeners;
    private volatile CircuitState seen;

    // Guarded by this. Nobody is told under it: a listener may take its time, and others must not wait for that.
    private final Queue<ChainEvent> untold = new ArrayDeque<>(2);
    private boolean telling;

    CircuitWatch(Breaker breaker, Origin origin, Listeners listeners) {
        this.breaker = breaker;
        this.origin = origin;
        this.listeners = listeners;
        this.seen = breaker.state();
    }

    /** To be called whenever the state may have changed. Never throws. */
    void look() {
        if (listeners.isEmpty() || breaker.state() == seen || !notes()) {
            return;
        }
        ChainEvent event = next();
        while (event != null) {
            listeners.tell(event);
            event = next();
        }
    }

    /** Takes note of a change, if there is one still; returns whether this thread is to tell of it. */
    private synchronized boolean notes() {
        CircuitState before = seen;
        CircuitState now = breaker.state(); // what was read before may be old by now
        if (now == before) {
            return false;
        }
        seen = now;
        untold.add(new ChainEvent.CircuitChanged(
                origin.feature(), origin.tier(), before, now, breaker.failures(), breaker.calls()));
        boolean first = !telling;
        telling = true;
        return first;
    }

    private synchronized @Nullable ChainEvent next() {
        ChainEvent event = untold.poll();
        telling = event != null;
        return event;
    }
}
