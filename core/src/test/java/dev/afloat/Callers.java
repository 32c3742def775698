package dev.afloat;

import dev.afloat.outcome.Result;
import java.util.concurrent.CompletableFuture;

/** Callers that wait, each on a thread of its own. */
final class Callers {
    private Callers() {}

    /** Asks on a thread made for it; what the caller gets, the future has. */
    static <I, O> CompletableFuture<Result<O>> ask(FallbackChain<I, O> chain, I input) {
        CompletableFuture<Result<O>> future = new CompletableFuture<>();
        Thread caller = new Thread(
                () -> {
                    try {
                        future.complete(chain.execute(input));
                    } catch (Throwable e) {
                        future.completeExceptionally(e);
                    }
                },
                "caller");
        caller.setDaemon(true);
        caller.start();
        return future;
    }
}
