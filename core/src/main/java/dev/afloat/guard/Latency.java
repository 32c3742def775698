package dev.afloat.guard;

import dev.afloat.event.Mishaps;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.quality.LatencyBound;
import dev.afloat.time.Deadline;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Holds one tier to its latency bound, each model by itself where inputs name one. Safe for use by many threads. */
final class Latency<I> {
    /** Inputs can name what they like: further models share a window. */
    static final int MOST_MODELS = 64;

    /** What is worst comes last. */
    private static final Comparator<LatencyHealth> BY_GRAVITY = Comparator.comparing(LatencyHealth::exceeded)
            .thenComparing(LatencyHealth::p95)
            .thenComparing(LatencyHealth::samples);

    private static final String FURTHER = "(further models)";

    private final LatencySpec<I> spec;
    private final LatencyBound bound;
    private final long boundNanos;
    private final Circuits circuits;
    private final Mishaps mishaps;
    private final LatencyWindow own;
    private final Map<String, LatencyWindow> models = new ConcurrentHashMap<>();

    Latency(LatencySpec<I> spec, Circuits circuits, Mishaps mishaps) {
        this.spec = spec;
        this.bound = spec.bound();
        this.boundNanos = Deadline.saturatedNanos(bound.bound());
        this.circuits = circuits;
        this.mishaps = mishaps;
        this.own = window();
    }

    private LatencyWindow window() {
        return new LatencyWindow(bound, circuits::present);
    }

    /** Returns the window of the model that an input names. Never throws. */
    private LatencyWindow windowOf(I input) {
        if (spec.model() == null) {
            return own;
        }
        try {
            String model = spec.model().apply(input);
            if (model == null) {
                return own;
            }
            LatencyWindow known = models.get(model);
            return known == null ? added(model) : known;
        } catch (Throwable e) {
            mishaps.note("function that names the model", e);
            return own;
        }
    }

    private synchronized LatencyWindow added(String model) {
        String key = models.containsKey(model) || models.size() < MOST_MODELS ? model : FURTHER;
        return models.computeIfAbsent(key, added -> window());
    }

    /**
     * Takes note of how a call ended, once.
     *
     * @param admitted what the call was admitted with
     * @param givenUp whether its time was over before it was
     * @return the attempt as it counts: with an answer to serve, the same or a failure of quality
     */
    Attempt judged(I input, Object admitted, Attempt ended, boolean givenUp) {
        Object epoch = circuits.epoch(admitted);
        long nanos = ended.nanos();
        if (ended.kind().isEmpty()) {
            boolean slow = windowOf(input).add(epoch, nanos);
            if (circuits.probes(epoch)) {
                slow = nanos > boundNanos; // what was before is no evidence, and one call no percentile
            }
            return slow ? tooSlow(ended) : ended;
        }
        if (givenUp && counts(ended)) {
            windowOf(input).add(epoch, Math.max(nanos, boundNanos + 1));
        }
        return ended;
    }

    /** Of what was given up early, nobody knows how long it would have taken: but not less than it did. */
    private boolean counts(Attempt givenUp) {
        return givenUp.outcome() == Outcome.TIMEOUT
                || (givenUp.outcome() == Outcome.NEUTRAL && givenUp.nanos() >= boundNanos);
    }

    private Attempt tooSlow(Attempt served) {
        if (served.outcome() == Outcome.QUALITY_FAILURE && !bound.rejects()) {
            return served; // a check said so first
        }
        return Attempt.ran(
                served.tier(),
                Outcome.QUALITY_FAILURE,
                bound.rejects() ? FailureKind.QUALITY : null,
                LatencyBound.CODE,
                served.nanos(),
                null);
    }

    /** Returns how the tier is doing, and each model, the worst first. */
    List<LatencyHealth> health() {
        List<LatencyHealth> all = new ArrayList<>();
        all.add(own.health(null));
        models.forEach((model, window) -> all.add(window.health(model)));
        all.sort(BY_GRAVITY.reversed());
        return all;
    }
}
