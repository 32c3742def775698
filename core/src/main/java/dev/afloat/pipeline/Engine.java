package dev.afloat.pipeline;

import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.time.TimeSource;
import java.util.List;

/** Takes requests through steps: those of a pipeline, or the one of a branch. */
final class Engine {
    private final String name;
    private final List<Step> steps;
    private final Slices slices;
    private final TimeSource time;
    private final Told told;
    private volatile boolean closed;

    Engine(String name, List<Step> steps, TimeSource time, Told told) {
        this.name = name;
        this.steps = List.copyOf(steps);
        this.slices = new Slices(this.steps);
        this.time = time;
        this.told = told;
    }

    /**
     * Returns what the steps give, on the calling thread.
     *
     * @throws PipelineFailedException if a required step has no value
     * @throws ChainCancelledException if the thread is or becomes interrupted
     * @throws ChainClosedException if the pipeline is closed
     */
    Done run(PipelineRun run) {
        while (true) {
            PipelineRun.Task task = run.next();
            if (task == null) {
                return run.done(); // be it that the caller was interrupted, or all closed, just now
            }
            requireOpen();
            try {
                run.gave(task.body().run(task.at()));
            } catch (ChainCancelledException e) {
                throw new ChainCancelledException(name);
            } catch (ChainExhaustedException | PipelineFailedException | ChainClosedException e) {
                requireOpen();
                run.failed(e);
            }
        }
    }

    void requireOpen() {
        if (closed) {
            throw new ChainClosedException(name);
        }
    }

    String name() {
        return name;
    }

    List<Step> steps() {
        return steps;
    }

    Slices slices() {
        return slices;
    }

    TimeSource time() {
        return time;
    }

    Told told() {
        return told;
    }

    void close() {
        closed = true;
        steps.forEach(Step::close);
    }
}
