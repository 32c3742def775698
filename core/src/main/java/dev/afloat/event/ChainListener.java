package dev.afloat.event;

import dev.afloat.time.TimeSource;
import java.time.Duration;

/**
 * Told what happens in a chain.
 *
 * <p>Called synchronously by the thread that made it happen, concurrently for concurrent requests: be quick. One that throws is
 * logged once and changes nothing. Where nobody listens, no event is made.
 */
@FunctionalInterface
public interface ChainListener {
    /** How often {@link #logging()} counts, while a tier does not serve. */
    Duration LOG_INTERVAL = Duration.ofMinutes(1);

    /** Takes note of {@code event}. */
    void onEvent(ChainEvent event);

    /**
     * Returns whether this one is told of {@link ChainEvent.Started} too, which most have no use for. Asked once, when the listener is added.
     */
    default boolean hearsStarts() {
        return false;
    }

    /** As {@link #logging(Duration, TimeSource)}, every {@link #LOG_INTERVAL}, in real time. */
    static ChainListener logging() {
        return logging(LOG_INTERVAL, TimeSource.system());
    }

    /**
     * Returns a listener that logs episodes, not requests, by the logger {@code dev.afloat}: a warning when a tier begins not to serve, another with
     * a count after every {@code interval} in which it still does not, and an info when it has served for so long without falling back once.
     * The same for requests that nobody answers. A miss is no episode, nor is a tier without
     * time left, nor a caller that went away; after ten intervals without a failure the next one begins another. Lines are written on the
     * occasion of requests: without any, nothing is said. One listener may serve many chains.
     *
     * @throws IllegalArgumentException if {@code interval} is not positive
     */
    static ChainListener logging(Duration interval, TimeSource time) {
        return new EpisodeLog(interval, time);
    }
}
