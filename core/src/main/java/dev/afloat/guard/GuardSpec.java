package dev.afloat.guard;

import dev.afloat.failure.ClassifierSequence;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.ResponseInspector;
import dev.afloat.outcome.Origin;
import dev.afloat.quality.CheckSequence;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.time.Duration;
import java.util.Set;
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
 * @param model whether it is a model: what is due to the input is no better asked again there
 * @param onlyAfter failures of earlier tiers after which alone it is tried; empty for no matter what
 * @param classifier says what its exceptions mean
 * @param inspector finds failures in what it returns; null for none
 * @param ownsStage whether its stages belong to the call and are cancelled with it
 * @param checks judge its answers
 * @param latency what its latency is held to; null for nothing
 * @param limiter holds its time limit; null for none
 * @param fullSliceNanos the time it has at most when the chain is not late already; a timeout after less is not its failure
 * @param minimumNanos the time it needs at least to be worth starting
 * @param breaker makes its circuit breaker; null for none
 * @param provider what it depends on together with others; null for none
 * @param quotaHold how long it is left alone when nothing is left to spend
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
        boolean model,
        Set<FailureKind> onlyAfter,
        ClassifierSequence classifier,
        @Nullable ResponseInspector<? super O> inspector,
        boolean ownsStage,
        CheckSequence<I, O> checks,
        @Nullable LatencySpec<I> latency,
        @Nullable TimeLimiter limiter,
        long fullSliceNanos,
        long minimumNanos,
        @Nullable BreakerSource breaker,
        @Nullable Provider provider,
        Duration quotaHold,
        int maxConcurrent,
        long waitNanos) {}
