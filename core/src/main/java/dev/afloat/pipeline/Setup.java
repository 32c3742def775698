package dev.afloat.pipeline;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.call.ContextCarrier;
import dev.afloat.guard.CallerContext;
import dev.afloat.time.TimeSource;
import java.util.List;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/**
 * What the steps of one pipeline share.
 *
 * @param workers runs what must not run on the caller's thread; null for threads of each step's own
 * @param share what a required step has reserved that says nothing of it
 * @param bounded whether the pipeline has a budget
 */
record Setup(
        String pipeline,
        TimeSource time,
        List<ContextCarrier> carriers,
        @Nullable Executor workers,
        CallerContext context,
        Told told,
        long share,
        boolean bounded) {

    /** Starts a chain that is part of a step. */
    <A, D> FallbackChainBuilder<A, D> chain(String step) {
        FallbackChainBuilder<A, D> chain = FallbackChain.<A, D>named(pipeline + "." + step)
                .withoutSafetyNet()
                .timeSource(time);
        carriers.forEach(chain::carrier);
        if (workers != null) {
            chain.workers(workers);
        }
        return chain;
    }
}
