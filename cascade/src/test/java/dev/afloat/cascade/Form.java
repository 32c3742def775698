package dev.afloat.cascade;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Result;
import java.util.concurrent.CompletableFuture;

/** The two forms of a request, where time is virtual. */
enum Form {
    WAITING,
    STAGED;

    <I, O> Result<O> ask(FallbackChain<I, O> chain, I input) {
        if (this == WAITING) {
            return chain.execute(input);
        }
        CompletableFuture<Result<O>> future = chain.executeAsync(input);
        if (!future.isDone()) {
            throw new AssertionError("still pending");
        }
        return future.join();
    }
}
