package dev.afloat.micrometer;

import dev.afloat.ChainDescription.TierDescription;
import dev.afloat.FallbackChain;
import dev.afloat.TierKind;
import dev.afloat.event.ChainEvent;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Level;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The meters of one chain. On the path of a request none is looked up by its tags. */
final class ChainMeters {
    private static final Set<FailureKind> GONE = EnumSet.of(FailureKind.CANCELLED, FailureKind.CLOSED);

    private final Registered registered;
    private final List<TierMeters> tiers = new ArrayList<>();
    private final PerLevel<Counter> good;
    private final PerLevel<Counter> degraded;
    private final PerLevel<Timer> goodDurations;
    private final PerLevel<Timer> degradedDurations;
    private final DegradedRatio ratio;
    private @Nullable EvaluationMeters evaluations;

    ChainMeters(FallbackChain<?, ?> chain, Registered registered) {
        List<TierDescription> described = chain.describe().tiers();
        this.registered = registered;
        this.ratio = new DegradedRatio(registered.clock());
        Meter ofEach = registered.gauge(Names.DEGRADED_RATIO, ratio, DegradedRatio::value);
        registered.refuseMoreThan(ChainMetrics.MOST_FEATURES, ofEach, request(Names.NONE, "false"));
        this.good = new PerLevel<>(levels(described), level -> request(level, "false"));
        this.degraded = new PerLevel<>(levels(described), level -> request(level, "true"));
        this.goodDurations = new PerLevel<>(levels(described), level -> duration(level, "good"));
        this.degradedDurations = new PerLevel<>(levels(described), level -> duration(level, "degraded"));
        for (int i = 0; i < described.size(); i++) {
            tiers.add(new TierMeters(described.get(i), levels(described.subList(i + 1, described.size())), registered));
        }
        new HealthGauges(chain, described, registered).register();
    }

    /** Returns the levels that these tiers can answer at: a chain inside, at any. */
    private static Set<Level> levels(List<TierDescription> tiers) {
        Set<Level> levels = EnumSet.noneOf(Level.class);
        for (TierDescription tier : tiers) {
            levels.add(tier.level());
            if (tier.kind() == TierKind.CHAIN) {
                levels.addAll(EnumSet.allOf(Level.class));
            }
        }
        return levels;
    }

    /** What nobody answered is not degraded. */
    private Counter request(String level, String worse) {
        return registered.counter(
                Names.REQUESTS, "level", level, "degraded", level.equals(Names.NONE) ? "false" : worse);
    }

    private Timer duration(String level, String outcome) {
        return registered.timer(
                Names.DURATION, "level", level, "outcome", level.equals(Names.NONE) ? "failed" : outcome);
    }

    void answered(ChainEvent.Answered answered) {
        count(answered.level(), answered.degraded(), answered.degraded(), answered.nanos());
        List<Attempt> attempts = answered.attempts();
        int last = attempts.size() - 1;
        fellBack(attempts, last, answered.level());
        tiers.get(last).served(attempts.get(last), answered.stale());
    }

    void unanswered(ChainEvent.Unanswered unanswered) {
        if (!GONE.contains(
                unanswered.reason())) { // else nobody waits for an answer; what failed before did so all the same
            count(null, false, true, unanswered.nanos());
        }
        fellBack(unanswered.attempts(), unanswered.attempts().size(), null);
    }

    private void count(@Nullable Level level, boolean marked, boolean worse, long nanos) {
        (marked ? degraded : good).get(level).increment();
        (marked ? degradedDurations : goodDurations).get(level).record(nanos, TimeUnit.NANOSECONDS);
        ratio.count(worse);
    }

    private void fellBack(List<Attempt> attempts, int end, @Nullable Level level) {
        for (int i = 0; i < end; i++) {
            Attempt attempt = attempts.get(i);
            boolean gone = attempt.kind().filter(GONE::contains).isPresent();
            if (!gone && !attempt.unsuited()) {
                tiers.get(i).fellBack(attempt, level);
            }
        }
    }

    synchronized EvaluationMeters evaluations(FallbackChain<?, ?> chain) {
        if (evaluations == null) {
            evaluations = new EvaluationMeters(levels(chain.describe().tiers()), registered.clock(), registered);
        }
        return evaluations;
    }

    void close() {
        registered.removeAll();
    }
}
