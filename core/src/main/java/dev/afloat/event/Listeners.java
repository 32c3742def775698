package dev.afloat.event;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** The listeners of one chain, which may come and go. Safe for use by many threads. */
public final class Listeners {
    private final CopyOnWriteArrayList<ChainListener> listeners;
    private final Mishaps mishaps;

    /**
     * @param listeners told in this order
     * @param mishaps takes what a listener throws
     */
    public Listeners(List<ChainListener> listeners, Mishaps mishaps) {
        this.listeners = new CopyOnWriteArrayList<>(listeners);
        this.mishaps = mishaps;
    }

    /** Adds {@code listener}, after the others. */
    public void add(ChainListener listener) {
        listeners.add(listener);
    }

    /** Removes the very first of {@code listener}; returns whether it was there. It may be told of what is happening just now. */
    public boolean remove(ChainListener listener) {
        return listeners.remove(listener);
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
