package dev.afloat.guard;

import dev.afloat.outcome.Origin;
import dev.afloat.quality.CheckSequence;
import io.github.resilience4j.timelimiter.TimeLimiter;
import org.jspecify.annotations.Nullable;

/**
 * How one tier is guarded.
 *
 * @param origin who the tier is
 * @param body its code
 * @param stage whether the code returns stages
 * @param asyncBody its code in a chain that runs asynchronously, which returns stages of the call's own; null if there is only one
 * @param mayMiss whether an answer of null means that there is none, rather than a failure
 * @param alwaysRuns whether it runs even with the budget spent
 * @param forgetful whether its code is told nothing of its call, so that the next tier may use the same object for its own
 * @param ownsStage whether its stages belong to the call and are cancelled with it
 * @param checks judge its answers
 * @param limiter holds its time limit; null for none
 * @param fullSliceNanos the time it has at most when the chain is not late already; a timeout after less is not its failure
 * @param minimumNanos the time it needs at least to be worth starting
 * @param breaker makes its circuit breaker; null for none
 * @param maxConcurrent calls it may have running at once; 0 for any number
 * @param waitNanos how long one more waits for one of them to end
 */
public record GuardSpec<I, O>(
        Origin origin,
        TierBody<I, O> body,
        boolean stage,
        @Nullable TierBody<I, O> asyncBody,
        boolean mayMiss,
        boolean alwaysRuns,
        boolean forgetful,
        boolean ownsStage,
        CheckSequence<I, O> checks,
        @Nullable TimeLimiter limiter,
        long fullSliceNanos,
        long minimumNanos,
        @Nullable BreakerSource breaker,
        int maxConcurrent,
        long waitNanos) {}
