package dev.afloat.pipeline;

/**
 * Told what happens in a pipeline; what happens in chains inside is told to listeners of theirs.
 *
 * <p>Called synchronously by the thread that made it happen, concurrently for concurrent requests and for steps side by side: be quick. One that throws
 * is logged once and changes nothing. Where nobody listens, no event is made.
 */
@FunctionalInterface
public interface PipelineListener {

    /** Takes note of {@code event}. */
    void onEvent(PipelineEvent event);
}
