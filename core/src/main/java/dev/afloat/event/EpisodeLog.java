package dev.afloat.event;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** Logs when tiers begin not to serve, that they still do not, and that they serve again. */
final class EpisodeLog implements ChainListener {
    /** What says nothing about a tier: it had no answer, no time was left, or nobody waited. */
    private static final Set<FailureKind> NO_EPISODE =
            EnumSet.of(FailureKind.MISS, FailureKind.OUT_OF_TIME, FailureKind.CANCELLED, FailureKind.CLOSED);

    private final long interval;
    private final TimeSource time;
    private final ConcurrentMap<Place, Episode> episodes = new ConcurrentHashMap<>();

    /** @param tier null for the chain as a whole */
    private record Place(String feature, @Nullable String tier) {}

    EpisodeLog(Duration interval, TimeSource time) {
        if (interval.isZero() || interval.isNegative()) {
            throw new IllegalArgumentException("The interval of a log must be positive, but is " + interval);
        }
        this.interval = Deadline.saturatedNanos(interval);
        this.time = time;
    }

    @Override
    public void onEvent(ChainEvent event) {
        if (event instanceof ChainEvent.FellBack fell) {
            if (!fell.attempt().unsuited() && !NO_EPISODE.contains(fell.reason())) {
                failed(fell.feature(), fell.from(), fell.reason(), fell.to());
            }
        } else if (event instanceof ChainEvent.Answered answered) {
            answered(answered);
        } else if (event instanceof ChainEvent.Unanswered unanswered) {
            if (unanswered.reason() != FailureKind.CANCELLED && unanswered.reason() != FailureKind.CLOSED) {
                failed(unanswered.feature(), null, unanswered.reason(), null);
            }
        } else if (event instanceof ChainEvent.Closed closed) {
            episodes.keySet().removeIf(place -> place.feature().equals(closed.feature()));
        }
    }

    private void failed(String feature, @Nullable String tier, FailureKind reason, @Nullable String to) {
        Place place = new Place(feature, tier);
        while (true) {
            Episode episode = episodes.compute(
                    place,
                    (where, known) -> known == null || known.forgotten(time.nanos())
                            ? new Episode(feature, tier, interval)
                            : known);
            if (episode.failed(reason, to, time.nanos())) {
                return;
            }
            episodes.remove(place, episode); // it ended just now
        }
    }

    private void answered(ChainEvent.Answered answered) {
        if (episodes.isEmpty()) {
            return;
        }
        Attempt last = answered.attempt();
        served(answered.feature(), last.tier());
        served(answered.feature(), null);
    }

    private void served(String feature, @Nullable String tier) {
        Place place = new Place(feature, tier);
        Episode episode = episodes.get(place);
        if (episode != null && episode.endedBy(time.nanos())) {
            episodes.remove(place, episode);
        }
    }
}
