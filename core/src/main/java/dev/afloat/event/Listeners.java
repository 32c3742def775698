package dev.afloat.event;

import java.util.List;

/** The listeners of one chain. Immutable but for what was logged; safe for use by many threads. */
public final class Listeners {
    private final List<ChainListener> listeners;
    private final Mishaps mishaps;

    /**
     * @param listeners told in this order
     * @param mishaps takes what a listener throws
     */
    public Listeners(List<ChainListener> listeners, Mishaps mishaps) {
        this.listeners = List.copyOf(listeners);
        this.mishaps = mishaps;
    }

    /** Returns whether nobody listens: then no event need be made. */
    public boolean isEmpty() {
        return listeners.isEmpty();
    }

    /** Tells everybody. Never throws. */
    public void tell(ChainEvent event) {
        for (ChainListener listener : listeners) {
            mishaps.guard("listener", () -> listener.onEvent(event));
        }
    }
}
