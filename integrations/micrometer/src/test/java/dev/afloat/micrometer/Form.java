package dev.afloat.micrometer;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Result;
import java.util.concurrent.TimeUnit;

/** The two forms of a request. */
enum Form {
    WAITING,
    STAGED;

    /** Returns the answer: at once where time is virtual. */
    <I, O> Result<O> ask(FallbackChain<I, O> chain, I input) {
        return this == WAITING
                ? chain.execute(input)
                : chain.executeAsync(input).orTimeout(1, TimeUnit.MINUTES).join();
    }
}
