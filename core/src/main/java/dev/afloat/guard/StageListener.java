package dev.afloat.guard;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Waits for the stage that a work's code returned. The first thing it says counts, whatever it says later. */
final class StageListener<I, O> implements BiConsumer<@Nullable Object, @Nullable Throwable> {
    private final Work<I, O> work;
    private final Thread asking = Thread.currentThread();
    private final AtomicBoolean answered = new AtomicBoolean();
    private boolean asked;

    private StageListener(Work<I, O> work) {
        this.work = work;
    }

    /** Waits for the stage without a thread; returns false if it refused to be listened to. */
    static <I, O> boolean listen(Work<I, O> work, CompletionStage<?> stage) {
        StageListener<I, O> listener = null;
        try {
            listener = new StageListener<>(work);
            if (work.ownsStage()) {
                work.onCancel(() -> stage.toCompletableFuture().cancel(true));
            }
            stage.whenComplete(listener);
            listener.asked = true;
            return true;
        } catch (Throwable e) {
            if (listener != null && !listener.first()) {
                return true; // it has called back before, and that counts
            }
            work.failed(e);
            return false;
        }
    }

    /** Returns whether nothing was said before; from now on something was. */
    private boolean first() {
        return answered.compareAndSet(false, true);
    }

    /** A thread of the user's that completes a stage is not made to run checks or lower tiers, unless no other is to be had. */
    @Override
    public void accept(@Nullable Object returned, @Nullable Throwable failure) {
        if (!first()) {
            return;
        }
        boolean onWorker = asking == Thread.currentThread() && !asked;
        if (onWorker || work.decided() || (failure == null && answers(returned))) {
            take(returned, failure);
            return;
        }
        try {
            work.tierGuard.environment().onWorker(() -> take(returned, failure));
        } catch (Throwable noMemory) {
            take(returned, failure);
        }
    }

    /** Returns whether this is an answer that nobody has to judge: no code of the user's runs on account of it. */
    private boolean answers(@Nullable Object returned) {
        GuardSpec<I, O> spec = work.tierGuard.spec();
        LatencySpec<I> latency = spec.latency();
        if (!spec.checks().isEmpty()
                || spec.inspector() != null
                || (latency != null && latency.bound().rejects())) {
            return false;
        }
        try {
            return spec.body().answer(returned) != null; // an empty or a stale one is none, and a lower tier follows
        } catch (RuntimeException e) {
            return false;
        }
    }

    private void take(@Nullable Object returned, @Nullable Throwable failure) {
        try {
            work.callerContext().run(() -> work.completed(returned, failure));
        } catch (Throwable e) {
            work.failed(e);
        } finally {
            work.finish();
        }
    }
}
