package dev.afloat.guard;

import dev.afloat.time.Deadline;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.time.Duration;

/** Time limits as Resilience4j wants them. */
public final class TimeLimits {
    private TimeLimits() {}

    /** Returns the configuration of a limit of this length. */
    public static TimeLimiterConfig of(Duration limit) {
        return TimeLimiterConfig.custom()
                .timeoutDuration(limit)
                .cancelRunningFuture(false)
                .build();
    }

    /**
     * Returns {@code config} so that the limiter does not stumble over it: a very long limit is cut.
     *
     * @throws IllegalArgumentException if its limit is not positive
     */
    public static TimeLimiterConfig usable(TimeLimiterConfig config) {
        Duration limit = config.getTimeoutDuration();
        if (limit.isZero() || limit.isNegative()) {
            throw new IllegalArgumentException("A timeLimit must be positive, but is " + limit + ". "
                    + "To run without one, say withoutTimeLimit().");
        }
        Duration most = Duration.ofNanos(Deadline.saturatedNanos(limit));
        return limit.compareTo(most) <= 0
                ? config
                : TimeLimiterConfig.from(config).timeoutDuration(most).build();
    }
}
