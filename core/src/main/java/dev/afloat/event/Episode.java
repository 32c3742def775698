package dev.afloat.event;

import dev.afloat.failure.FailureKind;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The time in which one tier does not serve, or now and then does not; or in which a chain leaves requests unanswered. */
final class Episode {
    private static final Logger LOG = LoggerFactory.getLogger("dev.afloat");

    /** Intervals without a failure after which another one begins anew. */
    private static final int SILENCE = 10;

    private final String feature;
    private final @Nullable String tier;
    private final long interval;

    // Guarded by this. Nothing is logged under it.
    private long started;
    private long logged;
    private long latest;
    private long count;
    private long all;
    private boolean over;

    Episode(String feature, @Nullable String tier, long interval) {
        this.feature = feature;
        this.tier = tier;
        this.interval = interval;
    }

    /** Returns whether it is so long since anything failed that the next failure is another episode, though nobody has seen this one end. */
    synchronized boolean forgotten(long now) {
        return all > 0 && (now - latest) / SILENCE >= interval;
    }

    /**
     * Takes note of a failure.
     *
     * @param to the tier that is tried instead; null if there is none
     * @return false if the episode is over, so that it belongs to another
     */
    boolean failed(FailureKind reason, @Nullable String to, long now) {
        boolean first;
        long counted;
        Duration since;
        synchronized (this) {
            if (over) {
                return false;
            }
            first = all == 0;
            if (first) {
                started = now;
                logged = now;
            }
            latest = now;
            all++;
            count++;
            if (!first && now - logged < interval) {
                return true;
            }
            counted = count;
            since = Duration.ofNanos(now - logged);
            count = 0;
            logged = now;
        }
        if (tier == null) {
            warnUnanswered(first, reason, counted, since);
        } else {
            warnFallback(first, reason, to, counted, since);
        }
        return true;
    }

    private void warnFallback(boolean first, FailureKind reason, @Nullable String to, long counted, Duration since) {
        if (first) {
            LOG.warn(
                    "Tier '{}' of '{}' does not serve ({}): requests fall back to '{}'. More of them are counted, not logged one by one.",
                    tier,
                    feature,
                    reason,
                    to);
        } else {
            LOG.warn(
                    "Tier '{}' of '{}' still does not serve: {} requests fell back in the last {} s, the latest one by {}.",
                    tier,
                    feature,
                    counted,
                    since.toSeconds(),
                    reason);
        }
    }

    private void warnUnanswered(boolean first, FailureKind reason, long counted, Duration since) {
        if (first) {
            LOG.warn(
                    "A request of '{}' was not answered ({}). More of them are counted, not logged one by one.",
                    feature,
                    reason);
        } else {
            LOG.warn(
                    "'{}' still leaves requests unanswered: {} in the last {} s, the latest one by {}.",
                    feature,
                    counted,
                    since.toSeconds(),
                    reason);
        }
    }

    /** Takes note of an answer; returns whether it ends the episode, which one answer alone does not. */
    boolean endedBy(long now) {
        long counted;
        Duration lasted;
        synchronized (this) {
            if (over || all == 0 || now - latest < interval) {
                return over;
            }
            over = true;
            counted = all;
            lasted = Duration.ofNanos(latest - started);
        }
        if (tier == null) {
            LOG.info(
                    "'{}' answers again: {} requests were not answered within {} s.",
                    feature,
                    counted,
                    lasted.toSeconds());
        } else {
            LOG.info(
                    "Tier '{}' of '{}' serves again: {} requests fell back within {} s.",
                    tier,
                    feature,
                    counted,
                    lasted.toSeconds());
        }
        return true;
    }
}
