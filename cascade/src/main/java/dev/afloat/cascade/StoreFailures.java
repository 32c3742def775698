package dev.afloat.cascade;

import dev.afloat.event.Mishaps;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;

/** Where failures of a store end that are no more than an answer that is not found, or not kept. */
final class StoreFailures {
    private final Mishaps mishaps;
    private final LongAdder count;

    StoreFailures(Mishaps mishaps, LongAdder count) {
        this.mishaps = mishaps;
        this.count = count;
    }

    /** Makes a call of which nobody waits for the end, and counts it if that is a good one. */
    <T> void note(Supplier<CompletionStage<T>> call, LongAdder good) {
        StoreStage.of(call).whenComplete((nothing, failure) -> {
            if (failure == null) {
                good.increment();
            } else {
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
        count.increment();
        Throwable inside = failure instanceof CompletionException ? failure.getCause() : null;
        mishaps.note("store", inside == null ? failure : inside);
    }

    static void keepInterrupt(Throwable failure) {
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
    }

    interface Eviction {
        void run() throws Exception;
    }

    /**
     * Evicts, or says that it has not.
     *
     * @throws UnsupportedOperationException if the store cannot do that
     * @throws IllegalStateException if the store fails
     */
    void evict(Eviction eviction) {
        try {
            eviction.run();
        } catch (UnsupportedOperationException e) {
            throw e;
        } catch (Exception | StackOverflowError | LinkageError e) {
            keepInterrupt(e);
            count.increment();
            throw new IllegalStateException("The store did not evict: what it keeps may still be served", e);
        }
    }
}
