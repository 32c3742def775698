package dev.afloat.pipeline;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A chain as the body of a step: one that was handed in, or one of a single tier around the code of the step, so that code is guarded as tiers are.
 *
 * @param input what the chain is asked
 * @param owned whether it ends with the pipeline
 * @param timed whether it is held to the deadline; else it is code in process, which runs in any case
 */
record ChainBody<A, D>(FallbackChain<A, D> chain, Function<At, A> input, boolean owned, boolean timed) implements Body {

    @Override
    public Done run(At at) {
        return done(chain.execute(input.apply(at), deadline(at), at.requestNumber()));
    }

    @Override
    public CompletableFuture<Done> start(At at) {
        return Derived.from(chain.executeAsync(input.apply(at), deadline(at), at.requestNumber()), this::done);
    }

    private Deadline deadline(At at) {
        return timed ? at.deadline() : Deadline.none();
    }

    private Done done(Result<D> result) {
        return new Done(
                result.value(), result.degraded(), false, result.reason().orElse(null), List.of());
    }

    @Override
    public void close() {
        if (owned) {
            chain.close();
        }
    }
}
