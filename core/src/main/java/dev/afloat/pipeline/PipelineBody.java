package dev.afloat.pipeline;

import java.util.concurrent.CompletableFuture;

/** A pipeline as the body of a step of another one. */
record PipelineBody<C, D>(Pipeline<C, D> inner) implements Body {

    @Override
    public Done run(At at) {
        return done(inner.execute(CodeBodies.<C>value(at), at.deadline(), at.requestNumber(), at.later()));
    }

    @Override
    public CompletableFuture<Done> start(At at) {
        return Derived.from(
                inner.executeAsync(CodeBodies.<C>value(at), at.deadline(), at.requestNumber(), at.later()),
                PipelineBody::done);
    }

    private static Done done(PipelineResult<?> result) {
        return new Done(
                result.value(),
                result.degraded(),
                result.partial(),
                result.reason().orElse(null),
                result.steps());
    }

    @Override
    public void close() {
        // It is not this pipeline's.
    }
}
