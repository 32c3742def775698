package dev.afloat.cascade;

import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** What a store does at once, instead of in the stage it returns, as a stage. */
final class StoreStage {
    private StoreStage() {}

    /** Returns the stage of {@code operation}; one that failed if there is none, or if it throws. */
    static <T> CompletionStage<T> of(Supplier<CompletionStage<T>> operation) {
        try {
            return Objects.requireNonNull(operation.get(), "the stage of a store");
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            return CompletableFuture.failedStage(e);
        }
    }

    /** Returns a stage that failed by {@code failure}, thrown on this thread. If that was interrupted, it alone can be told so. */
    static <T> CompletionStage<T> failed(Throwable failure) {
        StoreFailures.keepInterrupt(failure);
        return CompletableFuture.failedStage(failure);
    }
}
