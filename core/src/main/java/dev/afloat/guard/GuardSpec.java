package dev.afloat.guard;

import dev.afloat.outcome.Origin;
import dev.afloat.quality.CheckSequence;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import org.jspecify.annotations.Nullable;

/**
 * How one tier is guarded.
 *
 * @param origin who the tier is
 * @param body its code
 * @param mayMiss whether an answer of null means that there is none, rather than a failure
 * @param alwaysRuns whether it runs even with the budget spent
 * @param checks judge its answers
 * @param limit its time limit; null for none: then it runs on the caller's thread
 * @param fullSliceNanos the time it has at most when the chain is not late already; a timeout after less is not its failure
 * @param minimumNanos the time it needs at least to be worth starting
 * @param breaker makes its circuit breaker; null for none
 * @param maxConcurrent calls it may have running at once; 0 for any number
 */
public record GuardSpec<I, O>(
        Origin origin,
        TierBody<I, O> body,
        boolean mayMiss,
        boolean alwaysRuns,
        CheckSequence<I, O> checks,
        @Nullable TimeLimiterConfig limit,
        long fullSliceNanos,
        long minimumNanos,
        @Nullable BreakerSource breaker,
        int maxConcurrent) {}
