package dev.afloat.testkit.pipeline;

import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineResult;
import dev.afloat.pipeline.StepReport;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.LongConsumer;

/** How a pipeline is asked: the caller waits, or does not. */
enum Asked {
    SYNC,
    ASYNC;

    <I, O> PipelineResult<O> ask(Pipeline<I, O> pipeline, I input, VirtualTime time) {
        return ask(pipeline, input, Deadline.none(), time);
    }

    <I, O> PipelineResult<O> ask(Pipeline<I, O> pipeline, I input, Deadline deadline, VirtualTime time) {
        return ask(pipeline, input, deadline, time, nanos -> {});
    }

    /** @param took is told how long that took */
    <I, O> PipelineResult<O> ask(
            Pipeline<I, O> pipeline, I input, Deadline deadline, VirtualTime time, LongConsumer took) {
        long start = time.nanos();
        if (this == SYNC) {
            try {
                return pipeline.execute(input, deadline);
            } finally {
                took.accept(time.nanos() - start);
            }
        }
        CompletableFuture<PipelineResult<O>> asked = pipeline.executeAsync(input, deadline);
        CompletableFuture<?> unused = asked.whenComplete((result, failure) -> took.accept(time.nanos() - start));
        for (int i = 0; i < 100_000 && !asked.isDone(); i++) {
            time.advance(Duration.ofMillis(1));
        }
        try {
            return asked.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException cause) {
                throw cause;
            }
            throw e;
        }
    }

    /** Says what became of each step in a few words. */
    static List<String> statuses(List<StepReport> steps) {
        return steps.stream()
                .map(step -> step.step() + " " + step.status() + (step.reason() == null ? "" : " " + step.reason()))
                .toList();
    }
}
