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
import dev.afloat.outcome.Level;
import dev.afloat.quality.QualityCheck;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import io.github.resilience4j.timelimiter.TimeLimiter;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What {@link TierSettings} came to: written there, read where a chain is planned. */
final class TierOptions<I, O> {
    final TierKind kind;
    final boolean stage;

    @Nullable
    TimeLimiterConfig timeLimit;

    @Nullable
    TimeLimiter limiter;

    boolean limited;

    @Nullable
    BreakerSource breaker;

    final List<QualityCheck<? super I, ? super O>> checks = new ArrayList<>();
    final List<AcceptedListener<? super I, ? super O>> accepted = new ArrayList<>();
    boolean acceptOnCheckFailure;

    @Nullable
    LatencySpec<I> latency;

    Duration minimumTime = Duration.ZERO;

    @Nullable
    Integer maxConcurrent;

    @Nullable
    Duration maxWait;

    @Nullable
    Level level;

    @Nullable
    TimeSource agesBy;

    boolean equivalent;
    boolean freshOnly;
    boolean ownsStage;

    @Nullable
    FailureClassifier classifier;

    @Nullable
    ResponseInspector<? super O> inspector;

    @Nullable
    Provider provider;

    Set<FailureKind> onlyAfter = Set.of();
    Duration quotaHold = RateLimits.QUOTA_HOLD;

    TierOptions(TierKind kind, boolean stage) {
        this.kind = kind;
        this.stage = stage;
        this.limited = kind == TierKind.MODEL;
        this.breaker = kind == TierKind.MODEL ? BreakerSource.of(CircuitBreakerSpec.slidingWindow()) : null;
    }

    void limit(TimeLimiterConfig config, @Nullable TimeLimiter existing) {
        timeLimit = config;
        limiter = existing;
        limited = true;
    }

    void unlimit() {
        timeLimit = null;
        limiter = null;
        limited = false;
    }

    int permits() {
        if (maxConcurrent != null) {
            return maxConcurrent;
        }
        return fragile() ? TierSettings.DEFAULT_MAX_CONCURRENT : 0;
    }

    /** Returns the time to wait for a permit, where the tier's limit is {@code limitNanos}. */
    long waitNanos(long limitNanos) {
        if (maxWait != null) {
            return Deadline.saturatedNanos(maxWait);
        }
        return fragile() ? Math.min(limitNanos / 3, TierSettings.DEFAULT_MAX_WAIT.toNanos()) : 0;
    }

    private boolean fragile() {
        return kind == TierKind.MODEL || limited;
    }

    /** Whether the tier can fail to answer for other reasons than its own code. */
    boolean guarded() {
        return limited
                || breaker != null
                || provider != null
                || inspector != null
                || !onlyAfter.isEmpty()
                || permits() != 0
                || !checks.isEmpty()
                || (latency != null && latency.bound().rejects());
    }
}
