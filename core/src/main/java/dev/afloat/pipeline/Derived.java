package dev.afloat.pipeline;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Consumer;
import java.util.function.Function;

/** A future made of another one, which is cancelled when this one is completed by anybody else. */
final class Derived<T> extends CompletableFuture<T> {
    private Derived() {}

    static <S, T> CompletableFuture<T> from(CompletableFuture<S> source, Function<? super S, ? extends T> made) {
        return from(source, made, failure -> {});
    }

    /** @param failed is told what the source failed by, before whoever waits */
    static <S, T> CompletableFuture<T> from(
            CompletableFuture<S> source, Function<? super S, ? extends T> made, Consumer<? super Throwable> failed) {
        Derived<T> derived = new Derived<>();
        CompletableFuture<?> unused = source.whenComplete((value, failure) -> {
            if (failure != null) {
                failed.accept(unwrapped(failure));
                derived.fail(unwrapped(failure));
                return;
            }
            try {
                derived.complete(made.apply(value));
            } catch (Throwable e) {
                derived.completeExceptionally(e);
            }
        });
        CompletableFuture<?> unusedToo = derived.whenComplete((value, failure) -> source.cancel(true));
        return derived;
    }

    private void fail(Throwable failure) {
        if (failure instanceof CancellationException) {
            super.cancel(true);
        } else {
            completeExceptionally(failure);
        }
    }

    static Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
    }
}
