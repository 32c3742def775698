package dev.afloat.pipeline;

import java.util.concurrent.CompletableFuture;

/** What runs when a step is called: code of the user's, a chain, a pipeline, or steps side by side. */
interface Body extends AutoCloseable {

    /**
     * Runs on the calling thread, or makes it wait.
     *
     * @throws dev.afloat.outcome.ChainExhaustedException as do the next two: a failure of the step
     * @throws dev.afloat.outcome.ChainClosedException if what it calls is closed
     * @throws PipelineFailedException if a pipeline inside, or a step side by side, failed
     * @throws dev.afloat.outcome.ChainCancelledException if the calling thread is or becomes interrupted
     */
    Done run(At at);

    /** Runs without making the calling thread wait; fails as {@link #run} does. To cancel what is returned cancels the work. */
    CompletableFuture<Done> start(At at);

    /** Ends what belongs to the step and to nobody else. */
    @Override
    void close();
}
