package dev.afloat.micrometer;

import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainListener;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Level;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import java.util.Deque;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The observations of requests that are on their way. Safe for use by many threads. */
final class ObservedRequests implements ChainListener {
    private final ObservationRegistry registry;
    /** Several of one: a request may come to a chain twice at a time, from steps side by side. The latest is first. */
    private final ConcurrentMap<Request, Deque<Observation>> open = new ConcurrentHashMap<>();

    /** A chain inside another has its own observation of the same request. */
    private record Request(String feature, String id) {}

    ObservedRequests(ObservationRegistry registry) {
        this.registry = registry;
    }

    /** Returns the observation of a request; null if it is over. */
    @Nullable
    Observation of(String feature, String requestId) {
        Deque<Observation> begun = open.get(new Request(feature, requestId));
        return begun == null ? null : begun.peek();
    }

    @Override
    public boolean hearsStarts() {
        return true;
    }

    @Override
    public void onEvent(ChainEvent event) {
        if (event instanceof ChainEvent.Started started) {
            started(started);
        } else if (event instanceof ChainEvent.FellBack fell) {
            fellBack(fell);
        } else if (event instanceof ChainEvent.Answered answered) {
            ended(answered, answered.attempt().tier(), answered.level(), answered.degraded(), answered.reason());
        } else if (event instanceof ChainEvent.Unanswered unanswered) {
            ended(unanswered, Names.NONE, null, false, unanswered.reason());
        }
    }

    private void started(ChainEvent.Started started) {
        Observation observation = Observation.createNotStarted(Names.CALL, registry)
                .contextualName(started.feature())
                .lowCardinalityKeyValue(Names.FEATURE, started.feature())
                .highCardinalityKeyValue("request.id", started.requestId());
        keys(observation, Names.NONE, null, false, null);
        open.compute(new Request(started.feature(), started.requestId()), (request, before) -> {
            Deque<Observation> begun = before == null ? new ConcurrentLinkedDeque<>() : before;
            begun.push(observation);
            return begun;
        });
        observation.start();
    }

    private static void keys(
            Observation observation,
            String tier,
            @Nullable Level level,
            boolean degraded,
            @Nullable FailureKind reason) {
        observation
                .lowCardinalityKeyValue("tier", tier)
                .lowCardinalityKeyValue("level", level == null ? Names.NONE : Names.of(level))
                .lowCardinalityKeyValue("degraded", Boolean.toString(degraded))
                .lowCardinalityKeyValue("reason", reason == null ? Names.NONE : Names.of(reason));
    }

    private void fellBack(ChainEvent.FellBack fell) {
        Observation observation = of(fell.feature(), fell.requestId());
        if (observation != null) {
            observation.event(Observation.Event.of(Names.FALLBACK, fell.from() + " → " + fell.to() + ": " + why(fell)));
        }
    }

    private static String why(ChainEvent.FellBack fell) {
        Attempt attempt = fell.attempt();
        return Names.of(fell.reason())
                + attempt.code()
                        .filter(Names::looksConstant)
                        .map(code -> " (" + code + ")")
                        .orElse("");
    }

    private void ended(
            ChainEvent.OfRequest event,
            String tier,
            @Nullable Level level,
            boolean degraded,
            @Nullable FailureKind reason) {
        Observation observation = taken(new Request(event.feature(), event.requestId()));
        if (observation == null) {
            return;
        }
        keys(observation, tier, level, degraded, reason);
        try {
            if (level == null && reason != FailureKind.CANCELLED) {
                observation.error(new ObservedFailure(reason == null ? Names.NONE : Names.of(reason)));
            }
        } finally {
            observation.stop();
        }
    }

    private @Nullable Observation taken(Request request) {
        @Nullable Observation[] taken = {null};
        open.computeIfPresent(request, (ended, begun) -> {
            taken[0] = begun.poll();
            return begun.isEmpty() ? null : begun;
        });
        return taken[0];
    }
}
