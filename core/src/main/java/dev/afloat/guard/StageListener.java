package dev.afloat.guard;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Waits for the stage that a work's code returned. The first thing it says counts, whatever it says later. */
final class StageListener<I, O> implements BiConsumer<@Nullable Object, @Nullable Throwable> {
    private final Work<I, O> work;
    private final Thread asking = Thread.currentThread();
    private final AtomicBoolean answered = new AtomicBoolean();
    private boolean asked;

    StageListener(Work<I, O> work) {
        this.work = work;
    }

    /** Called by the thread that made this, when it is done with the stage. */
    void asked() {
        asked = true;
    }

    /** Returns whether nothing was said before; from now on something was. */
    boolean first() {
        return answered.compareAndSet(false, true);
    }

    /** A thread of the user's that completes a stage is not made to run checks or lower tiers, unless no other is to be had. */
    @Override
    public void accept(@Nullable Object returned, @Nullable Throwable failure) {
        if (!first()) {
            return;
        }
        boolean onWorker = asking == Thread.currentThread() && !asked;
        boolean plain = failure == null
                && returned != null
                && work.tierGuard.spec().checks().isEmpty()
                && work.tierGuard.spec().inspector() == null;
        if (onWorker || plain || work.decided()) {
            take(returned, failure);
            return;
        }
        try {
            work.tierGuard.environment().onWorker(() -> take(returned, failure));
        } catch (Throwable noMemory) {
            take(returned, failure);
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
