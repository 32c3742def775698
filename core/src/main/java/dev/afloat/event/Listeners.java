package dev.afloat.event;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The listeners of one chain, which may come and go. Safe for use by many threads. */
public final class Listeners {
    private final CopyOnWriteArrayList<ChainListener> all;
    /** Those of all that are told of starts. */
    private final CopyOnWriteArrayList<ChainListener> ofStarts = new CopyOnWriteArrayList<>();

    private final Mishaps mishaps;

    /** Guarded by this. */
    private ChainEvent.@Nullable Closed end;

    /**
     * @param listeners told in this order
     * @param mishaps takes what a listener throws
     */
    public Listeners(List<ChainListener> listeners, Mishaps mishaps) {
        this.all = new CopyOnWriteArrayList<>();
        this.mishaps = mishaps;
        listeners.forEach(this::add);
    }

    /** Adds {@code listener}, after the others. After the end it is told of that at once. */
    public void add(ChainListener listener) {
        boolean[] starts = {false};
        mishaps.guard("listener", () -> starts[0] = listener.hearsStarts());
        ChainEvent past;
        synchronized (this) {
            all.add(listener);
            if (starts[0]) {
                ofStarts.add(listener);
            }
            past = end;
        }
        if (past != null) {
            tell(List.of(listener), past);
        }
    }

    /** Removes the very first of {@code listener}; returns whether it was there. It may be told of what is happening just now. */
    public synchronized boolean remove(ChainListener listener) {
        ofStarts.remove(listener);
        return all.remove(listener);
    }

    /** Returns whether nobody listens: then no event need be made. */
    public boolean isEmpty() {
        return all.isEmpty();
    }

    /** Returns whether nobody wants to hear of starts. */
    public boolean noneOfStarts() {
        return ofStarts.isEmpty();
    }

    /** Tells everybody who asked for it that a request came in. Never throws. */
    public void tellOfStart(ChainEvent.Started started) {
        tell(ofStarts, started);
    }

    /** Tells everybody. Never throws. */
    public void tell(ChainEvent event) {
        tell(all, event);
    }

    /** Tells everybody of the end, and who comes later; each once, however often it is called. Never throws. */
    public void tellOfEnd(ChainEvent.Closed closed) {
        List<ChainListener> present;
        synchronized (this) {
            present = end == null ? List.copyOf(all) : List.of();
            end = closed;
        }
        tell(present, closed);
    }

    private void tell(List<ChainListener> listeners, ChainEvent event) {
        for (ChainListener listener : listeners) {
            mishaps.guard("listener", () -> listener.onEvent(event));
        }
    }
}
