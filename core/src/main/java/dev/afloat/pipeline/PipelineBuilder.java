package dev.afloat.pipeline;

import dev.afloat.FallbackChain;
import dev.afloat.call.AsyncModelCall;
import dev.afloat.call.ContextCarrier;
import dev.afloat.call.ModelCall;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Composes a {@link Pipeline}. Immutable: each method returns another builder, of the type that the step gives.
 *
 * <p>Steps are required unless their settings, the last argument, say otherwise.
 *
 * @param <I> what is asked
 * @param <C> what the last step so far gives
 */
public final class PipelineBuilder<I, C> {
    private final PipelinePlan plan;

    private PipelineBuilder(PipelinePlan plan) {
        this.plan = plan;
    }

    static <I> PipelineBuilder<I, I> named(String feature) {
        return new PipelineBuilder<>(PipelinePlan.named(feature));
    }

    private <D> PipelineBuilder<I, D> with(StepDraft draft) {
        return new PipelineBuilder<>(plan.with(draft));
    }

    /** The budget of the whole. Default: none. */
    public PipelineBuilder<I, C> within(Duration total) {
        return new PipelineBuilder<>(plan.within(Objects.requireNonNull(total, "within")));
    }

    /** Adds a step. */
    public <D> PipelineBuilder<I, D> step(String name, ModelCall<? super C, ? extends D> call) {
        return step(name, call, settings -> {});
    }

    /** Adds a step. */
    public <D> PipelineBuilder<I, D> step(
            String name, ModelCall<? super C, ? extends D> call, Consumer<? super StepSettings<C, D>> settings) {
        return with(StepDraft.<C, D>code(name, call, settings));
    }

    /** Adds a step whose code wants to know what the pipeline was asked, how long it has, and when to stop. */
    public <D> PipelineBuilder<I, D> stepWithContext(String name, StepCall<I, ? super C, ? extends D> call) {
        return stepWithContext(name, call, settings -> {});
    }

    /** Adds a step whose code wants to know what the pipeline was asked, how long it has, and when to stop. */
    public <D> PipelineBuilder<I, D> stepWithContext(
            String name, StepCall<I, ? super C, ? extends D> call, Consumer<? super StepSettings<C, D>> settings) {
        return with(StepDraft.<I, C, D>codeWithContext(name, call, settings));
    }

    /** Adds a step whose code returns at once and answers later. */
    public <D> PipelineBuilder<I, D> asyncStep(String name, AsyncModelCall<? super C, ? extends D> call) {
        return asyncStep(name, call, settings -> {});
    }

    /** Adds a step whose code returns at once and answers later. */
    public <D> PipelineBuilder<I, D> asyncStep(
            String name, AsyncModelCall<? super C, ? extends D> call, Consumer<? super StepSettings<C, D>> settings) {
        return with(StepDraft.<C, D>asyncCode(name, call, settings));
    }

    /** Adds a chain, under what is left of the budget: where it is degraded, so is the result. It is not closed with the pipeline. */
    public <D> PipelineBuilder<I, D> chain(String name, FallbackChain<C, D> chain) {
        return chain(name, chain, settings -> {});
    }

    /** Adds a chain, with settings. */
    public <D> PipelineBuilder<I, D> chain(
            String name, FallbackChain<C, D> chain, Consumer<? super StepSettings<C, D>> settings) {
        return with(StepDraft.<C, D>chain(name, chain, settings));
    }

    /** Adds a pipeline, under what is left of the budget: where it is partial or degraded, so is the result. It is not closed with this one. */
    public <D> PipelineBuilder<I, D> pipeline(String name, Pipeline<C, D> inner) {
        return pipeline(name, inner, settings -> {});
    }

    /** Adds a pipeline, with settings. */
    public <D> PipelineBuilder<I, D> pipeline(
            String name, Pipeline<C, D> inner, Consumer<? super StepSettings<C, D>> settings) {
        return with(StepDraft.<C, D>pipeline(name, inner, settings));
    }

    /**
     * Adds steps side by side, each given what the step before gave:
     *
     * <pre>{@code
     * .parallel("sources", group -> {
     *     Branch<List<Hit>> hits = group.step("hits", index::search);
     *     Branch<Optional<Facets>> facets = group.step("facets", llm::facets).optional();
     *     return results -> new Page(results.get(hits), results.get(facets));
     * })
     * }</pre>
     *
     * @param branches declares the steps, once, and returns what joins what they gave: code in process, run for each request on the thread that ended the
     *     last of them. What it throws fails the step {@code name}
     */
    public <D> PipelineBuilder<I, D> parallel(
            String name,
            Function<? super Parallel<I, C>, ? extends Function<? super BranchResults, ? extends D>> branches) {
        Parallel<I, C> group = new Parallel<>();
        return with(group.joined(name, branches.apply(group)));
    }

    /** Tells {@code listener} what happens. */
    public PipelineBuilder<I, C> listener(PipelineListener listener) {
        return new PipelineBuilder<>(plan.listener(Objects.requireNonNull(listener, "listener")));
    }

    /** Carries something else of callers' threads along with their calls, besides the logging context and the class loader. */
    public PipelineBuilder<I, C> carrier(ContextCarrier carrier) {
        return new PipelineBuilder<>(plan.carrier(Objects.requireNonNull(carrier, "carrier")));
    }

    /** Drives the pipeline by another time: tests and simulations. Chains inside need the same. */
    public PipelineBuilder<I, C> timeSource(TimeSource source) {
        return new PipelineBuilder<>(plan.timeSource(Objects.requireNonNull(source, "timeSource")));
    }

    /** Runs code of steps on {@code executor} instead of threads of the pipeline's own. It is not closed with the pipeline. */
    public PipelineBuilder<I, C> workers(Executor executor) {
        return new PipelineBuilder<>(plan.workers(Objects.requireNonNull(executor, "workers")));
    }

    /**
     * Returns the pipeline.
     *
     * @throws IllegalStateException if it makes no sense: the message says why, and what to change
     */
    public Pipeline<I, C> build() {
        return plan.build();
    }
}
