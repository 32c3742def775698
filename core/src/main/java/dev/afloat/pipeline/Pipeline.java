package dev.afloat.pipeline;

import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CallerContext;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Takes an input through several steps, one after the other or side by side, under one deadline, and says honestly what it did without.
 *
 * <pre>
 * input ─► step ─► step (optional) ─┬─► step ─┬─► step ─► PipelineResult
 *                                   └─► step ─┘
 * </pre>
 *
 * <p>A step is code, a {@link dev.afloat.FallbackChain}, another pipeline, or several of these side by side. An optional step that fails, takes too long or does
 * not fit into what is left is skipped, and the result is partial. A required one that fails, and whose fallback does, ends the pipeline with one exception
 * that names it. The budget is the request's: optional steps leave to later required ones what these reserve.
 *
 * <p>Code of a step runs as the code of a tier with a time limit does: on a worker, given up at its deadline, at most so many at once. Code that is
 * declared {@linkplain StepSettings#local() local} runs on the caller's thread in {@link #execute}, and in any case.
 *
 * <p>Immutable; safe for use by many threads. Make one per feature, keep it, and close it with the application.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
public final class Pipeline<I, O> implements AutoCloseable {
    private final Engine engine;
    private final PipelineDescription description;
    private final CallerContext contexts;
    private final long budget;

    Pipeline(Engine engine, PipelineDescription description, CallerContext contexts) {
        this.engine = engine;
        this.description = description;
        this.contexts = contexts;
        this.budget = description.budget().map(Deadline::saturatedNanos).orElse(Deadline.FOREVER_NANOS);
    }

    /**
     * Starts a pipeline, which gives what it is asked until a step is added.
     *
     * @param feature a constant: it stands in results, thread names and events
     * @throws IllegalArgumentException if {@code feature} is blank
     */
    public static <I> PipelineBuilder<I, I> named(String feature) {
        return PipelineBuilder.named(feature);
    }

    /**
     * Answers {@code input} within the pipeline's budget.
     *
     * @return the answer, never null
     * @throws PipelineFailedException if a required step failed, as did its fallback, or had no time left
     * @throws ChainCancelledException if the calling thread is or becomes interrupted; its flag stays set
     * @throws ChainClosedException if the pipeline is closed, before or meanwhile
     * @throws Error what a step's code threw, unless it is a stack overflow or broken linkage: those are failures of the step
     * @throws NullPointerException if {@code input} is null
     */
    public PipelineResult<O> execute(I input) {
        return execute(input, Deadline.none());
    }

    /**
     * Answers {@code input} within the pipeline's budget and by {@code deadline}, whichever comes first.
     *
     * @throws PipelineFailedException as {@link #execute(Object)}
     * @throws ChainCancelledException as {@link #execute(Object)}
     * @throws ChainClosedException as {@link #execute(Object)}
     * @throws NullPointerException if an argument is null
     */
    public PipelineResult<O> execute(I input, Deadline deadline) {
        return execute(input, deadline, ThreadLocalRandom.current().nextLong(), 0);
    }

    /** @param later what steps after this pipeline reserve */
    PipelineResult<O> execute(I input, Deadline deadline, long requestNumber, long later) {
        long start = engine.time().nanos();
        PipelineRun run = begin(input, deadline, requestNumber, later, start);
        try {
            return answered(engine.run(run), requestNumber, start);
        } catch (Throwable e) {
            unanswered(run, e, requestNumber, start);
            throw e;
        }
    }

    private PipelineRun begin(I input, Deadline deadline, long requestNumber, long later, long start) {
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(deadline, "deadline");
        long end = start + (deadline.isNone() ? budget : Math.min(budget, deadline.remainingNanos()));
        return new PipelineRun(engine, new At(input, input, requestNumber, deadline, later), end);
    }

    /**
     * Answers {@code input} without making the caller wait. No code of a step runs on the calling thread, but for what an optional first step that does
     * not fit is replaced by; what goes on from one step to the next runs on the thread that ended it. Cancelling the future, or completing it in any
     * other way, gives up the step that is being called, and no other is called.
     *
     * @return completed with the answer, or exceptionally with what {@link #execute(Object)} throws
     * @throws NullPointerException if {@code input} is null
     */
    public CompletableFuture<PipelineResult<O>> executeAsync(I input) {
        return executeAsync(input, Deadline.none());
    }

    /**
     * Answers {@code input} without making the caller wait, by {@code deadline} if that comes before the budget is spent.
     *
     * @throws NullPointerException if an argument is null
     */
    public CompletableFuture<PipelineResult<O>> executeAsync(I input, Deadline deadline) {
        return executeAsync(input, deadline, ThreadLocalRandom.current().nextLong(), 0);
    }

    CompletableFuture<PipelineResult<O>> executeAsync(I input, Deadline deadline, long requestNumber, long later) {
        long start = engine.time().nanos();
        PipelineRun run = begin(input, deadline, requestNumber, later, start);
        AsyncRun asked = new AsyncRun(engine, run, contexts.capture());
        CompletableFuture<PipelineResult<O>> answer = Derived.from(
                asked, done -> answered(done, requestNumber, start), why -> unanswered(run, why, requestNumber, start));
        asked.proceed();
        return answer;
    }

    @SuppressWarnings("unchecked") // the last step gave it
    private PipelineResult<O> answered(Done done, long requestNumber, long start) {
        long nanos = engine.time().nanos() - start;
        PipelineResult<O> result = new PipelineResult<>(
                engine.name(), (O) Objects.requireNonNull(done.value()), requestNumber, done, nanos);
        if (!engine.told().nobody()) {
            engine.told()
                    .tell(new PipelineEvent.Answered(
                            engine.name(), requestNumber, done.partial(), done.degraded(), nanos));
        }
        return result;
    }

    private void unanswered(PipelineRun run, Throwable why, long requestNumber, long start) {
        if (engine.told().nobody()) {
            return;
        }
        FailureKind reason = FailureKind.UNKNOWN;
        String step = run.step();
        if (why instanceof PipelineFailedException failed) {
            reason = failed.reason();
            step = failed.step();
        } else if (why instanceof ChainClosedException) {
            reason = FailureKind.CLOSED;
        } else if (why instanceof ChainCancelledException || why instanceof CancellationException) {
            reason = FailureKind.CANCELLED;
        }
        engine.told()
                .tell(new PipelineEvent.Unanswered(
                        engine.name(),
                        requestNumber,
                        step,
                        reason,
                        engine.time().nanos() - start));
    }

    /** Returns how this pipeline is composed and set. */
    public PipelineDescription describe() {
        return description;
    }

    /** Tells {@code listener} what happens from now on, after the listeners that are there already. */
    public void addListener(PipelineListener listener) {
        engine.told().add(Objects.requireNonNull(listener, "listener"));
    }

    /**
     * Tells {@code listener} no more; it may still be told of what is happening just now. One that was added twice has to be removed twice.
     *
     * @return whether it was there
     */
    public boolean removeListener(PipelineListener listener) {
        return engine.told().remove(Objects.requireNonNull(listener, "listener"));
    }

    TimeSource timeSource() {
        return engine.time();
    }

    /**
     * Ends the pipeline. Calls that wait for code of a step, and calls that come later, end with {@link ChainClosedException}. Work in flight on workers is
     * interrupted, and no thread is left once it has ended. Chains and pipelines inside, and an executor that was handed in, are not closed: a call that is
     * inside one goes on to its end, and is answered if no step is left then. Idempotent.
     */
    @Override
    public void close() {
        engine.close();
    }

    /** Names the steps. */
    @Override
    public String toString() {
        return description.toString();
    }
}
