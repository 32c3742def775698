package dev.afloat;

import dev.afloat.call.AcceptedListener;
import dev.afloat.call.CallContext;
import dev.afloat.guard.Environment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;

/** Who is told of answers worth keeping. */
final class Acceptance<I, O> {
    private final List<AcceptedListener<? super I, ? super O>> listeners;
    private final Environment environment;
    private final LongAdder dropped = new LongAdder();

    Acceptance(List<AcceptedListener<? super I, ? super O>> listeners, Environment environment) {
        this.listeners = List.copyOf(listeners);
        this.environment = environment;
    }

    /** Returns who is told of the answer to {@code input}: to be asked when the request is made, on its caller's thread. Never throws. */
    List<AcceptedListener<? super I, ? super O>> of(I input) {
        if (listeners.isEmpty()) {
            return listeners;
        }
        List<AcceptedListener<? super I, ? super O>> told = new ArrayList<>(listeners.size());
        for (AcceptedListener<? super I, ? super O> listener : listeners) {
            environment.mishaps().guard("listener of accepted answers", () -> told.add(listener.forRequest(input)));
        }
        return told;
    }

    void tell(List<AcceptedListener<? super I, ? super O>> told, I input, O value, CallContext context) {
        for (AcceptedListener<? super I, ? super O> listener : told) {
            boolean handedOver = environment.aside(
                    "listener of accepted answers",
                    environment.context().capture(),
                    () -> listener.onAccepted(input, value, context));
            if (!handedOver) {
                dropped.increment();
            }
        }
    }

    /** Returns how often nobody had time to be told. */
    long dropped() {
        return dropped.sum();
    }
}
