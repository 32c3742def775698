package dev.afloat.cascade;

import dev.afloat.event.Mishaps;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

/** Where failures of a store end that are no more than an answer that is not found, or not kept. */
final class StoreFailures {
    private final Mishaps mishaps;

    StoreFailures(Mishaps mishaps) {
        this.mishaps = mishaps;
    }

    /** Returns the stage of {@code call}; what it throws instead fails one, for stores may do either. */
    static <T> CompletionStage<T> stage(Callable<CompletionStage<T>> call) {
        try {
            return Objects.requireNonNull(call.call(), "a stage of the store");
        } catch (Exception | StackOverflowError | LinkageError e) {
            return CompletableFuture.failedStage(e);
        }
    }

    /** Makes a call of which nobody waits for the end. */
    <T> void note(Callable<CompletionStage<T>> call) {
        stage(call).whenComplete((nothing, failure) -> {
            if (failure != null) {
                elsewhere(failure);
            }
        });
    }

    /** Notes what was thrown on this thread. */
    void here(Throwable failure) {
        keepInterrupt(failure);
        elsewhere(failure);
    }

    /** Notes what failed a stage: an interrupt of whoever was to complete it is not this thread's. */
    void elsewhere(Throwable failure) {
        Throwable inside = failure instanceof CompletionException ? failure.getCause() : null;
        mishaps.note("store", inside == null ? failure : inside);
    }

    static void keepInterrupt(Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
    }
}
