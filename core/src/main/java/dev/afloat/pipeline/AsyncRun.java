package dev.afloat.pipeline;

import dev.afloat.guard.CallerContext;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.ChainExhaustedException;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request that nobody waits for, and the future of what its steps give. One thread at a time is at it: the caller's until the first step is called,
 * then whichever ended a step. However the future is completed by others, the step that is being called is given up, and no other is called.
 */
final class AsyncRun extends CompletableFuture<Done> {
    private final Engine engine;
    private final PipelineRun run;
    private final CallerContext context;
    private volatile @Nullable CompletableFuture<Done> current;

    AsyncRun(Engine engine, PipelineRun run, CallerContext context) {
        this.engine = engine;
        this.run = run;
        this.context = context;
        CompletableFuture<?> unused = whenComplete((done, failure) -> giveUp());
    }

    /** Returns what has become of steps so far; for use by other threads. */
    List<StepReport> reported() {
        return run.reported();
    }

    private void giveUp() {
        CompletableFuture<Done> running = current;
        if (running != null) {
            running.cancel(true);
        }
    }

    /** Calls steps until one takes its time. */
    void proceed() {
        try {
            while (!isDone()) {
                PipelineRun.Task task = run.next();
                if (task == null) {
                    complete(run.done());
                    return;
                }
                engine.requireOpen();
                CompletableFuture<Done> started = task.body().start(task.at());
                current = started;
                if (isDone()) {
                    started.cancel(true);
                }
                if (!started.isDone()) {
                    CompletableFuture<?> unused =
                            started.whenComplete((done, failure) -> context.run(() -> goOn(done, failure)));
                    return;
                }
                if (!started.handle(this::takes).join()) {
                    return;
                }
            }
        } catch (Throwable e) {
            completeExceptionally(Derived.unwrapped(e));
        }
    }

    private void goOn(@Nullable Done done, @Nullable Throwable failure) {
        try {
            if (takes(done, failure)) {
                proceed();
            }
        } catch (Throwable e) {
            completeExceptionally(e);
        }
    }

    /** Returns whether the request goes on. */
    private boolean takes(@Nullable Done done, @Nullable Throwable failure) {
        if (isDone()) {
            return false;
        }
        if (done != null) {
            run.gave(done);
            return true;
        }
        engine.requireOpen();
        Throwable why = failure == null ? new NullPointerException("no outcome") : Derived.unwrapped(failure);
        if (why instanceof ChainExhaustedException
                || why instanceof PipelineFailedException
                || why instanceof ChainClosedException) {
            run.failed((RuntimeException) why);
            return true;
        }
        completeExceptionally(why);
        return false;
    }
}
