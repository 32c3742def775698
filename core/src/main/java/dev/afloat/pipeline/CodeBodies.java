package dev.afloat.pipeline;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.call.AsyncModelCall;
import dev.afloat.call.ModelCall;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * Code of the user's as the body of a step: a chain of one tier around it, so that it is guarded as tiers are. It is held to the deadline of its call and to
 * nothing else: a step has no breaker, and what it needs besides a chain has.
 */
final class CodeBodies {
    /** As good as none: the call has a deadline. */
    private static final Duration NO_LIMIT = Duration.ofDays(365);

    private CodeBodies() {}

    static <C, D> Body code(
            Setup setup, String step, String tier, boolean local, ModelCall<? super C, ? extends D> call) {
        FallbackChain<At, D> chain = setup.<At, D>chain(step)
                .model(tier, at -> call.call(CodeBodies.<C>value(at)), settings(local))
                .build();
        return new ChainBody<>(chain, at -> at, true, !local);
    }

    static <I, C, D> Body withContext(
            Setup setup, String step, boolean local, StepCall<I, ? super C, ? extends D> call) {
        FallbackChain<At, D> chain = setup.<At, D>chain(step)
                .modelWithContext(
                        "body",
                        (at, context) -> call.call(
                                CodeBodies.<C>value(at), new StepsCall<>(setup.pipeline(), step, at, context)),
                        settings(local))
                .build();
        return new ChainBody<>(chain, at -> at, true, !local);
    }

    static <C, D> Body async(Setup setup, String step, AsyncModelCall<? super C, ? extends D> call) {
        FallbackChain<At, D> chain = setup.<At, D>chain(step)
                .asyncModel("body", at -> call.call(CodeBodies.<C>value(at)), settings(false))
                .build();
        return new ChainBody<>(chain, at -> at, true, true);
    }

    private static <D> Consumer<TierSettings<At, D>> settings(boolean local) {
        return tier -> {
            tier.withoutCircuitBreaker();
            if (local) {
                tier.withoutTimeLimit().maxConcurrent(Integer.MAX_VALUE);
            } else {
                tier.timeLimit(NO_LIMIT);
            }
        };
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // the step before gave what this one takes
    static <C> C value(At at) {
        return (C) at.value();
    }
}
