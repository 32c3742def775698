package dev.afloat.guard;

import dev.afloat.event.Listeners;
import dev.afloat.event.Mishaps;
import dev.afloat.failure.ClassifierSequence;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Origin;
import dev.afloat.quality.CheckSequence;
import dev.afloat.quality.QualityCheck;
import dev.afloat.time.TimeSource;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** The settings of a guard under test: what a test does not say is the simplest thing there is. */
final class GuardSetup {
    static final Duration LIMIT = Duration.ofMillis(800);

    final TimeSource time;
    final List<QualityCheck<? super String, ? super String>> checks = new ArrayList<>();
    Executor workers = Runnable::run;
    Executor continuations = Runnable::run;
    boolean acceptOnCheckFailure;
    int maxConcurrent = 1;
    Duration maxWait = Duration.ZERO;

    @Nullable
    Duration limit = LIMIT;

    @Nullable
    BreakerSource breaker;

    boolean stage;
    boolean ownsStage;
    private @Nullable CallerContext context;
    private @Nullable ChainThreads threads;
    private @Nullable GuardSpec<String, String> spec;

    GuardSetup(TimeSource time) {
        this.time = time;
    }

    Guard<String, String> guard(TierBody<String, String> body) {
        Duration limit = this.limit;
        spec = new GuardSpec<>(
                new Origin("feature", "model", Level.PRIMARY, false),
                body,
                stage,
                null,
                false,
                limit == null,
                false,
                true,
                Set.of(),
                ClassifierSequence.discover(time.clock(), (name, thrown) -> {}),
                null,
                ownsStage,
                new CheckSequence<>(checks, acceptOnCheckFailure),
                null,
                limit == null
                        ? null
                        : TimeLimiter.of(
                                "feature.model",
                                TimeLimiterConfig.custom()
                                        .timeoutDuration(limit)
                                        .build()),
                limit == null ? Long.MAX_VALUE : limit.toNanos(),
                0,
                breaker,
                null,
                RateLimits.QUOTA_HOLD,
                maxConcurrent,
                maxWait.toNanos());
        Mishaps mishaps = new Mishaps("feature");
        context = CallerContext.of(List.of(), mishaps);
        threads = new ChainThreads("feature", workers, workers, continuations);
        return new Guard<>(spec, new Environment(time, threads, mishaps, context, new Listeners(List.of(), mishaps)));
    }

    /** Returns the spec of the guard that was made last. */
    GuardSpec<String, String> spec() {
        return Objects.requireNonNull(spec);
    }

    /** Returns the threads of the guard that was made last. */
    ChainThreads threads() {
        return Objects.requireNonNull(threads);
    }

    /** Returns what an asynchronous caller would have captured. */
    CallerContext context() {
        return Objects.requireNonNull(context).capture();
    }

    /** Returns a work with its full slice, for which no permit was taken: once it has ended, {@code inFlight} is -1. */
    Work<String, String> work(TierBody<String, String> body) {
        return work(body, true);
    }

    Work<String, String> work(TierBody<String, String> body, boolean fullSlice) {
        Guard<String, String> guard = guard(body);
        return work(guard, 7, time.nanos() + LIMIT.toNanos(), fullSlice);
    }

    Work<String, String> work(Guard<String, String> guard, long requestId, long end, boolean fullSlice) {
        return new WaitedWork<>(guard, "input", Objects.requireNonNull(context).capture(), requestId, end, fullSlice);
    }

    /** Calls with a budget that leaves the whole limit. */
    Reply<String> call(Guard<String, String> guard) {
        return callWithin(guard, Duration.ofDays(1));
    }

    Reply<String> callWithin(Guard<String, String> guard, Duration budget) {
        long now = time.nanos();
        return guard.call("input", 7, now, now + budget.toNanos(), 0, null);
    }
}
