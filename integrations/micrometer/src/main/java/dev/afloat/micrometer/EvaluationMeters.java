package dev.afloat.micrometer;

import dev.afloat.outcome.Level;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Where whoever judges a chain's answers aside from requests, by hand, by rules or by another model, says what came of it: the meters {@code
 * ai_feature.eval}, {@code ai_feature.eval.last}, {@code ai_feature.drift.state} and {@code ai_feature.drift.evidence}. They leave the registry with the
 * chain's others. Safe for use by many threads.
 */
public final class EvaluationMeters {

    /** What came of one evaluation. */
    public enum Evaluation {
        /** The answer was good. */
        PASS,
        /** It was not. */
        FAIL,
        /** It could not be judged. */
        ERROR
    }

    private final Registered registered;
    private final Clock clock;
    private final Map<Level, Map<Evaluation, Counter>> counters = new EnumMap<>(Level.class);
    private final Map<Level, AtomicLong> latest = new EnumMap<>(Level.class);

    /** Registers all of {@code levels}, at zero; as if each had been evaluated just now, so that one that never is shows as old. */
    EvaluationMeters(Set<Level> levels, Clock clock, Registered registered) {
        this.registered = registered;
        this.clock = clock;
        for (Level level : levels) {
            String tag = Names.of(level);
            counters.put(
                    level,
                    TierMeters.each(
                            Evaluation.class,
                            outcome -> registered.counter(Names.EVAL, "level", tag, "outcome", outcome)));
            AtomicLong last = new AtomicLong(clock.wallTime());
            latest.put(level, last);
            registered.gaugeOfSeconds(Names.EVAL_LAST, last, millis -> millis.get() / 1000.0, "level", tag);
        }
    }

    /**
     * Counts an evaluation of an answer of this level.
     *
     * @throws IllegalArgumentException if no tier of the chain answers at this level
     */
    public void count(Level level, Evaluation outcome) {
        TierMeters.count(foreseen(counters.get(level), level), Objects.requireNonNull(outcome, "outcome"));
        foreseen(latest.get(level), level).set(clock.wallTime());
    }

    /**
     * Shows what a detector of drift says of the answers of this level, whenever the registry is read. The first detector of a level counts.
     *
     * @param state 0 for none, 1 for a warning, 2 for drift
     * @param evidence how much speaks for it, on the detector's own scale
     * @throws IllegalArgumentException if no tier of the chain answers at this level
     */
    public void drift(Level level, DoubleSupplier state, DoubleSupplier evidence) {
        foreseen(counters.get(level), level);
        String tag = Names.of(level);
        registered.gauge(
                Names.DRIFT_STATE, Objects.requireNonNull(state, "state"), DoubleSupplier::getAsDouble, "level", tag);
        registered.gauge(
                Names.DRIFT_EVIDENCE,
                Objects.requireNonNull(evidence, "evidence"),
                DoubleSupplier::getAsDouble,
                "level",
                tag);
    }

    private <T> T foreseen(@Nullable T found, Level level) {
        if (found == null) {
            throw new IllegalArgumentException(
                    "No tier of this chain answers at level " + level + ": it has " + counters.keySet());
        }
        return found;
    }
}
