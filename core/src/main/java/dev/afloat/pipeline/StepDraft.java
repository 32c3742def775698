package dev.afloat.pipeline;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.call.AsyncModelCall;
import dev.afloat.call.ModelCall;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A step as it was declared. Immutable; makes a step for each pipeline that is built.
 *
 * @param body makes what runs
 * @param net whether it is a chain that has an answer when its time is over
 * @param absent whether there is no value to go on with where it is skipped
 * @param time what a pipeline inside follows; null for no matter which
 * @param branches the steps side by side, if it is several; empty otherwise
 */
record StepDraft(
        String name,
        StepKind kind,
        StepOptions<?, ?> options,
        Function<Setup, Body> body,
        boolean net,
        boolean absent,
        @Nullable TimeSource time,
        List<StepDraft> branches) {

    static <C, D> StepDraft code(
            String name, ModelCall<? super C, ? extends D> call, Consumer<? super StepSettings<C, D>> settings) {
        Objects.requireNonNull(call, "call");
        StepOptions<C, D> options = StepOptions.of(name, settings);
        return of(name, StepKind.CODE, options, setup -> CodeBodies.code(setup, name, "body", options.local, call));
    }

    static <I, C, D> StepDraft codeWithContext(
            String name, StepCall<I, ? super C, ? extends D> call, Consumer<? super StepSettings<C, D>> settings) {
        Objects.requireNonNull(call, "call");
        StepOptions<C, D> options = StepOptions.of(name, settings);
        return of(name, StepKind.CODE, options, setup -> CodeBodies.withContext(setup, name, options.local, call));
    }

    static <C, D> StepDraft asyncCode(
            String name, AsyncModelCall<? super C, ? extends D> call, Consumer<? super StepSettings<C, D>> settings) {
        Objects.requireNonNull(call, "call");
        StepOptions<C, D> options = StepOptions.of(name, settings);
        if (options.local) {
            throw new IllegalArgumentException("The step '" + name
                    + "' answers later, so it is not local: leave local() out, or make it a step that answers at once");
        }
        return of(name, StepKind.CODE, options, setup -> CodeBodies.async(setup, name, call));
    }

    static <C, D> StepDraft chain(
            String name, FallbackChain<C, D> chain, Consumer<? super StepSettings<C, D>> settings) {
        Objects.requireNonNull(chain, "chain");
        StepOptions<C, D> options = StepOptions.of(name, settings);
        refuseLocal(name, options);
        return new StepDraft(
                name,
                StepKind.CHAIN,
                options,
                setup -> new ChainBody<>(chain, at -> CodeBodies.<C>value(at), false, true),
                chain.hasSafetyNet(),
                false,
                null,
                List.of());
    }

    static <C, D> StepDraft pipeline(String name, Pipeline<C, D> inner, Consumer<? super StepSettings<C, D>> settings) {
        Objects.requireNonNull(inner, "pipeline");
        StepOptions<C, D> options = StepOptions.of(name, settings);
        refuseLocal(name, options);
        return new StepDraft(
                name,
                StepKind.PIPELINE,
                options,
                setup -> new PipelineBody<>(inner),
                false,
                false,
                inner.timeSource(),
                List.of());
    }

    static StepDraft parallel(String name, Parallel<?, ?> group, Function<? super BranchResults, ?> join) {
        List<StepDraft> branches = group.drafts();
        return new StepDraft(
                name,
                StepKind.PARALLEL,
                new StepOptions<>(),
                setup -> GroupBody.of(setup, name, group, branches, join),
                false,
                false,
                null,
                branches);
    }

    private static StepDraft of(String name, StepKind kind, StepOptions<?, ?> options, Function<Setup, Body> body) {
        return new StepDraft(name, kind, options, body, false, false, null, List.of());
    }

    private static void refuseLocal(String name, StepOptions<?, ?> options) {
        if (options.local) {
            throw new IllegalArgumentException("The step '" + name
                    + "' is a chain or a pipeline, which knows itself what it can do without time: leave local() out");
        }
    }

    StepDraft absentIfSkipped() {
        if (options.optional) {
            throw new IllegalStateException("The branch '" + name
                    + "' says what to go on with by optional(…): leave that out, or the other optional()");
        }
        return new StepDraft(name, kind, options, body, net, true, time, branches);
    }

    boolean optional() {
        return absent || options.optional;
    }

    /** Returns whether it needs time that others should leave it, and does not say how much. */
    boolean shares() {
        return kind != StepKind.PARALLEL && !optional() && !options.local && options.reserve == null;
    }

    /** Returns what it has reserved, where others have {@code share}: of steps side by side, the most that one of them has. */
    long reserve(long share) {
        if (kind == StepKind.PARALLEL) {
            return branches.stream()
                    .mapToLong(branch -> branch.reserve(share))
                    .max()
                    .orElse(0);
        } else if (optional() || options.local) {
            return 0;
        }
        return options.reserve == null ? share : Deadline.saturatedNanos(options.reserve);
    }

    Step step(Setup setup) {
        return new Step(
                name,
                kind,
                body.apply(setup),
                fallback(setup),
                options.fallback != null || net,
                kind != StepKind.CODE || options.local,
                options.localFallback,
                optional(),
                absent ? null : options.otherwiseOfAny(),
                limit(setup),
                Deadline.saturatedNanos(options.minimum),
                Deadline.saturatedNanos(options.overhead),
                reserve(setup.share()));
    }

    private @Nullable Body fallback(Setup setup) {
        ModelCall<?, ?> call = options.fallback;
        return call == null ? null : CodeBodies.code(setup, name, "fallback", options.localFallback, call);
    }

    private long limit(Setup setup) {
        Duration set = options.timeLimit;
        if (set != null) {
            return Deadline.saturatedNanos(set);
        }
        return setup.bounded() || kind != StepKind.CODE || options.local
                ? Deadline.FOREVER_NANOS
                : TierSettings.DEFAULT_TIME_LIMIT.toNanos();
    }
}
