package dev.afloat.pipeline;

import dev.afloat.FallbackChain;
import dev.afloat.call.AsyncModelCall;
import dev.afloat.call.ModelCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Steps side by side, while they are declared: none can be added once the function that declares them has returned. Each is given what the step before
 * gave. Not thread-safe.
 *
 * @param <I> what the pipeline is asked
 * @param <C> what the step before gives
 */
public final class Parallel<I, C> {
    private final List<StepDraft> drafts = new ArrayList<>();
    private boolean declared;

    Parallel() {}

    /** Adds a step. */
    public <D> Branch<D> step(String name, ModelCall<? super C, ? extends D> call) {
        return step(name, call, settings -> {});
    }

    /** Adds a step. */
    public <D> Branch<D> step(
            String name, ModelCall<? super C, ? extends D> call, Consumer<? super StepSettings<C, D>> settings) {
        return add(StepDraft.code(name, call, settings));
    }

    /** Adds a step whose code wants to know what the pipeline was asked, how long it has, and when to stop. */
    public <D> Branch<D> stepWithContext(String name, StepCall<I, ? super C, ? extends D> call) {
        return stepWithContext(name, call, settings -> {});
    }

    /** Adds a step whose code wants to know what the pipeline was asked, how long it has, and when to stop. */
    public <D> Branch<D> stepWithContext(
            String name, StepCall<I, ? super C, ? extends D> call, Consumer<? super StepSettings<C, D>> settings) {
        return add(StepDraft.codeWithContext(name, call, settings));
    }

    /** Adds a step whose code returns at once and answers later. */
    public <D> Branch<D> asyncStep(String name, AsyncModelCall<? super C, ? extends D> call) {
        return asyncStep(name, call, settings -> {});
    }

    /** Adds a step whose code returns at once and answers later. */
    public <D> Branch<D> asyncStep(
            String name, AsyncModelCall<? super C, ? extends D> call, Consumer<? super StepSettings<C, D>> settings) {
        return add(StepDraft.asyncCode(name, call, settings));
    }

    /** Adds a chain. It is not closed with the pipeline. */
    public <D> Branch<D> chain(String name, FallbackChain<C, D> chain) {
        return chain(name, chain, settings -> {});
    }

    /** Adds a chain. It is not closed with the pipeline. */
    public <D> Branch<D> chain(String name, FallbackChain<C, D> chain, Consumer<? super StepSettings<C, D>> settings) {
        return add(StepDraft.chain(name, chain, settings));
    }

    /** Adds a pipeline. It is not closed with this one. */
    public <D> Branch<D> pipeline(String name, Pipeline<C, D> inner) {
        return pipeline(name, inner, settings -> {});
    }

    /** Adds a pipeline. It is not closed with this one. */
    public <D> Branch<D> pipeline(String name, Pipeline<C, D> inner, Consumer<? super StepSettings<C, D>> settings) {
        return add(StepDraft.pipeline(name, inner, settings));
    }

    private <D> Branch<D> add(StepDraft draft) {
        requireDeclaring(draft.name());
        drafts.add(draft);
        return new Branch<>(this, drafts.size() - 1, Parallel.present(draft.name()));
    }

    private static Function<@Nullable Object, Object> present(String name) {
        return value -> {
            if (value == null) {
                throw new IllegalStateException(
                        "The branch '" + name + "' was skipped: read it by what its optional() returned");
            }
            return value;
        };
    }

    void absentIfSkipped(int index) {
        requireDeclaring(drafts.get(index).name());
        drafts.set(index, drafts.get(index).absentIfSkipped());
    }

    private void requireDeclaring(String step) {
        if (declared) {
            throw new IllegalStateException(
                    "The branch '" + step
                            + "' is declared where branches are joined, for each request: declare it, and say optional(), once and before");
        }
    }

    List<StepDraft> drafts() {
        return List.copyOf(drafts);
    }

    /** Returns the step that all of these make together. */
    StepDraft joined(String name, Function<? super BranchResults, ?> join) {
        Objects.requireNonNull(join, "join");
        declared = true;
        return StepDraft.parallel(name, this, join);
    }
}
