package dev.afloat.event;

/**
 * Told what happens in a chain.
 *
 * <p>Called synchronously by the thread that made it happen, concurrently for concurrent requests: be quick. One that throws is
 * logged once and changes nothing. Where nobody listens, no event is made.
 */
@FunctionalInterface
public interface ChainListener {

    /** Takes note of {@code event}. */
    void onEvent(ChainEvent event);
}
