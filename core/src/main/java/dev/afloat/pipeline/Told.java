package dev.afloat.pipeline;

import dev.afloat.event.Mishaps;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Who listens to a pipeline. Safe for use by many threads. */
final class Told {
    private final CopyOnWriteArrayList<PipelineListener> listeners;
    private final Mishaps mishaps;

    Told(List<PipelineListener> listeners, Mishaps mishaps) {
        this.listeners = new CopyOnWriteArrayList<>(listeners);
        this.mishaps = mishaps;
    }

    void add(PipelineListener listener) {
        listeners.add(listener);
    }

    boolean remove(PipelineListener listener) {
        return listeners.remove(listener);
    }

    boolean nobody() {
        return listeners.isEmpty();
    }

    /** Never throws. */
    void tell(PipelineEvent event) {
        for (PipelineListener listener : listeners) {
            mishaps.guard("listener", () -> listener.onEvent(event));
        }
    }
}
