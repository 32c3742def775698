package dev.afloat;

import dev.afloat.call.AcceptedListener;
import dev.afloat.failure.FailureClassifier;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.ResponseInspector;
import dev.afloat.guard.BreakerSource;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.LatencySpec;
import dev.afloat.guard.Provider;
import dev.afloat.guard.RateLimits;
import dev.afloat.guard.TimeLimits;
import dev.afloat.outcome.Level;
import dev.afloat.quality.LatencyBound;
import dev.afloat.quality.QualityCheck;
import dev.afloat.time.TimeSource;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The settings of one tier, as the last argument of the method that adds it: {@code tier -> tier.timeLimit(…).check(…)}.
 *
 * <p>Valid only inside that lambda. Not thread-safe. Every setter refuses null.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
public final class TierSettings<I, O> {
    /** A model's time limit where none is set; less where the chain's budget is smaller. */
    public static final Duration DEFAULT_TIME_LIMIT = Duration.ofSeconds(30);

    /** Calls that a model, or any tier with a time limit, may have running at once. */
    public static final int DEFAULT_MAX_CONCURRENT = 256;

    /** How long a call waits at most for one of these to end, and never longer than a third of its tier's limit. */
    public static final Duration DEFAULT_MAX_WAIT = Duration.ofMillis(500);

    private final TierOptions<I, O> options;
    private boolean frozen;

    TierSettings(TierKind kind, boolean stage) {
        this.options = new TierOptions<>(kind, stage);
    }

    /**
     * Answers later than this are given up: the caller goes on to the next tier, the call is interrupted, and the breaker records a
     * timeout. Checks run inside it. An answer after exactly this time is in time. Default for models:
     * {@link #DEFAULT_TIME_LIMIT}; lookups and local tiers have none, and with one they run on a worker thread.
     *
     * @throws IllegalArgumentException if {@code limit} is not positive
     */
    public TierSettings<I, O> timeLimit(Duration limit) {
        return timeLimit(TimeLimits.of(Objects.requireNonNull(limit, "limit")));
    }

    /**
     * As {@link #timeLimit(Duration)}, from a Resilience4j configuration. Its {@code cancelRunningFuture} has no say: work that is
     * given up is always interrupted.
     */
    public TierSettings<I, O> timeLimit(TimeLimiterConfig config) {
        TimeLimiterConfig usable = TimeLimits.usable(config);
        return set(() -> options.limit(usable, null));
    }

    /** As {@link #timeLimit(TimeLimiterConfig)}, with this very limiter: its listeners and metrics see the tier's calls. */
    public TierSettings<I, O> timeLimit(TimeLimiter existing) {
        TimeLimiterConfig usable = TimeLimits.usable(existing.getTimeLimiterConfig());
        return set(() -> options.limit(usable, existing));
    }

    /** For calls with a timeout of their own: the tier takes as long as it takes, on the caller's thread or, in {@code executeAsync}, a worker. */
    public TierSettings<I, O> withoutTimeLimit() {
        return set(options::unlimit);
    }

    /** When to stop calling a tier that keeps failing. Default for models: {@link CircuitBreakerSpec#slidingWindow()}. */
    public TierSettings<I, O> circuitBreaker(CircuitBreakerSpec spec) {
        return set(() -> options.breaker = BreakerSource.of(spec));
    }

    /**
     * As {@link #circuitBreaker(CircuitBreakerSpec)}, from a Resilience4j configuration: each chain that is built makes a breaker of
     * its own from it, on the chain's clock.
     *
     * @throws IllegalArgumentException if the configuration has settings that run on real timers; the message names them
     */
    public TierSettings<I, O> circuitBreaker(CircuitBreakerConfig config) {
        return set(() -> options.breaker = BreakerSource.of(config));
    }

    /**
     * Uses this very breaker, and shares it with whoever else does: its listeners and metrics see the tier's calls. It keeps its
     * own clock, so the chain works in real time only, and Resilience4j's rule that a call at exactly the end of the wait is still
     * refused holds.
     */
    public TierSettings<I, O> circuitBreaker(CircuitBreaker existing) {
        return set(() -> options.breaker = BreakerSource.of(existing));
    }

    /** Calls the tier however often it fails. */
    public TierSettings<I, O> withoutCircuitBreaker() {
        return set(() -> options.breaker = null);
    }

    /**
     * Rejects answers that do not satisfy {@code condition}: the next tier is tried and the breaker records a quality failure.
     *
     * @param code a short constant that names the check in attempts and metrics
     */
    public TierSettings<I, O> check(String code, Predicate<? super O> condition) {
        return check(QualityCheck.<I, O>that(code, condition));
    }

    /** Judges every answer. Checks run in the order they were added, so add cheap ones first. */
    public TierSettings<I, O> check(QualityCheck<? super I, ? super O> check) {
        return set(() -> options.checks.add(Objects.requireNonNull(check, "check")));
    }

    /** Counts answers as failures of quality while the tier is slower than {@code bound}, which must be below its time limit. */
    public TierSettings<I, O> latency(LatencyBound bound) {
        return set(() -> options.latency = new LatencySpec<>(bound, null));
    }

    /**
     * As {@link #latency(LatencyBound)}, for a tier that calls several models: each has a window of its own, but from the 65th on they
     * share one.
     *
     * @param model reads the model's name, which stands in health, out of an input: once for each sample, on the thread that goes on with
     *     the request, so it must be quick. Null, or throwing, is for calls that name none
     */
    public TierSettings<I, O> latency(LatencyBound bound, Function<? super I, ? extends @Nullable String> model) {
        Objects.requireNonNull(model, "model");
        return set(() -> options.latency = new LatencySpec<>(bound, model));
    }

    /** Serves an answer whose check threw or did not finish in time, as uncertain. Default: it is rejected. */
    public TierSettings<I, O> acceptOnCheckFailure() {
        return set(() -> options.acceptOnCheckFailure = true);
    }

    /**
     * The time this tier needs to be worth starting: earlier tiers leave it at least this much of the budget, and a tier that has a
     * limit, or is a model, is skipped where less is left. Zero, the default, reserves nothing.
     *
     * @throws IllegalArgumentException if {@code minimum} is negative
     */
    public TierSettings<I, O> minimumTime(Duration minimum) {
        if (minimum.isNegative()) {
            throw new IllegalArgumentException("A minimumTime cannot be negative, but is " + minimum);
        }
        return set(() -> options.minimumTime = minimum);
    }

    /**
     * Calls that may be inside the tier at once, those that nobody waits for any more included. One more waits for {@link #maxWait}
     * and is skipped then. Default for models and for tiers with a time limit: {@link #DEFAULT_MAX_CONCURRENT}; others have no bound.
     *
     * @throws IllegalArgumentException if {@code calls} is less than 1
     */
    public TierSettings<I, O> maxConcurrent(int calls) {
        if (calls < 1) {
            throw new IllegalArgumentException("maxConcurrent must be 1 at least, but is " + calls);
        }
        return set(() -> options.maxConcurrent = calls);
    }

    /**
     * How long a call waits for a permit when {@link #maxConcurrent} calls are inside; zero for not at all. It is time of the tier: what
     * is left of its limit is for the call, and never less than its {@link #minimumTime}. Nobody begins to wait while the breaker is open,
     * or when all permits are held by calls that were given up. Who waits longest comes first. Default for models and for tiers with a
     * time limit: a third of the limit (after a longer wait, a timeout is not the tier's failure), {@link #DEFAULT_MAX_WAIT} at most; others do not wait.
     *
     * @throws IllegalArgumentException if {@code wait} is negative
     */
    public TierSettings<I, O> maxWait(Duration wait) {
        if (wait.isNegative()) {
            throw new IllegalArgumentException(
                    "maxWait cannot be negative, but is " + wait + ". Zero is for not waiting.");
        }
        return set(() -> options.maxWait = wait);
    }

    /**
     * What this tier depends on together with others: it is not called while the provider's own breaker is open, and its calls count
     * there too.
     */
    public TierSettings<I, O> provider(Provider shared) {
        return set(() -> options.provider = Objects.requireNonNull(shared, "provider"));
    }

    /** Asks {@code own} first what an exception of this tier means. Null from it is for "I do not know". */
    public TierSettings<I, O> classifier(FailureClassifier own) {
        return set(() -> options.classifier = Objects.requireNonNull(own, "classifier"));
    }

    /**
     * Looks for failures in what this tier returns, within its limit and before its checks: a refusal, an empty list of choices, an error
     * that came with status 200. What {@code inspector} throws is classified as if the tier had thrown it. Replaces an earlier one.
     */
    public TierSettings<I, O> inspect(ResponseInspector<? super O> inspector) {
        return set(() -> options.inspector = Objects.requireNonNull(inspector, "inspector"));
    }

    /**
     * Tries this tier only for requests in which an earlier tier failed in one of these ways: a model of a longer context after {@code
     * CONTEXT_TOO_LONG}. This is also how a model is tried after failures that are {@linkplain FailureKind#dueToInput() due to the
     * input}, after which other models are not. Default: after every other failure.
     *
     * @throws IllegalArgumentException if one of them ends the request: {@code CANCELLED}, {@code CLOSED}
     */
    public TierSettings<I, O> onlyAfter(FailureKind kind, FailureKind... more) {
        Set<FailureKind> kinds = EnumSet.of(kind, more);
        if (kinds.contains(FailureKind.CANCELLED) || kinds.contains(FailureKind.CLOSED)) {
            throw new IllegalArgumentException(
                    "After CANCELLED or CLOSED no tier is tried. Leave it out of onlyAfter " + kinds + ".");
        }
        return set(() -> options.onlyAfter = kinds);
    }

    /**
     * How long this tier is left alone when nothing is left to spend; that of its {@link #provider}, if it has one, goes for all of its
     * tiers instead. Default: {@link RateLimits#QUOTA_HOLD}.
     *
     * @throws IllegalArgumentException if {@code wait} is not positive
     */
    public TierSettings<I, O> quotaHold(Duration wait) {
        RateLimits.requirePositive(wait);
        return set(() -> options.quotaHold = wait);
    }

    /** The level of this tier's answers, where the default of its kind does not fit. */
    public TierSettings<I, O> level(Level answers) {
        return set(() -> options.level = Objects.requireNonNull(answers, "level"));
    }

    /** Declares answers as good as the primary's: they are not degraded, whatever their level. */
    public TierSettings<I, O> equivalent() {
        return set(() -> options.equivalent = true);
    }

    /**
     * For lookups: serves fresh hits only, a stale one is a miss. Placed before the first model, such a tier is not degraded. A lookup
     * that tells no ages is taken at your word.
     *
     * @throws IllegalStateException if this is not a lookup
     */
    public TierSettings<I, O> freshOnly() {
        if (options.kind != TierKind.LOOKUP) {
            throw new IllegalStateException(
                    "freshOnly() is for lookups; to call a tier as good as the primary, say equivalent()");
        }
        return set(() -> options.freshOnly = true);
    }

    /** For answers that were made earlier: what they age by. A chain that follows another time source cannot be built with this tier. */
    public TierSettings<I, O> agesBy(TimeSource time) {
        return set(() -> options.agesBy = Objects.requireNonNull(time, "agesBy"));
    }

    /**
     * For asynchronous code: the stages belong to the call, so {@code toCompletableFuture().cancel(true)} is called on a stage that
     * nobody waits for any more. Default: a stage is left alone, since others may share it.
     *
     * @throws IllegalStateException if the tier's code returns no stages
     */
    public TierSettings<I, O> ownsStage() {
        if (!options.stage) {
            throw new IllegalStateException(
                    "ownsStage() is for tiers whose names begin with async: other code returns no stage");
        }
        return set(() -> options.ownsStage = true);
    }

    /** Tells {@code listener}, once if several tiers have it, of answers of the chain worth keeping: so a cache that is a tier is filled. */
    public TierSettings<I, O> onAccepted(AcceptedListener<? super I, ? super O> listener) {
        return set(() -> options.accepted.add(Objects.requireNonNull(listener, "listener")));
    }

    private TierSettings<I, O> set(Runnable change) {
        if (frozen) {
            throw new IllegalStateException("A tier's settings cannot be changed after the tier was made");
        }
        change.run();
        return this;
    }

    TierOptions<I, O> freeze() {
        frozen = true;
        return options;
    }
}
