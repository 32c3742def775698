package dev.afloat.testkit.properties;

import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Level;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How one tier is set, and what its code does call by call, over and over.
 *
 * @param nested the chain inside; null unless it is of that kind
 */
record TierDesign(
        String name,
        Kind kind,
        Times times,
        Bounds bounds,
        Standing standing,
        List<Deed> script,
        @Nullable ChainDesign nested) {

    /**
     * @param limit null where none is set
     * @param unlimited whether a model's own limit is switched off
     * @param maxWait for a permit; null where it is not set
     */
    record Times(
            @Nullable Duration limit,
            boolean unlimited,
            Duration minimum,
            @Nullable Duration maxWait) {
        @Override
        public String toString() {
            return (limit == null ? "" : " limit " + limit)
                    + (unlimited ? " unlimited" : "")
                    + (minimum.isZero() ? "" : " minimum " + minimum)
                    + (maxWait == null ? "" : " waits " + maxWait);
        }
    }

    /** @param maxConcurrent 0 where it is not set */
    record Bounds(
            int maxConcurrent, @Nullable CircuitBreakerSpec breaker, boolean checked, boolean accepting, boolean owns) {
        static final Bounds NONE = new Bounds(0, null, false, false, false);

        @Override
        public String toString() {
            return (maxConcurrent == 0 ? "" : " at most " + maxConcurrent)
                    + (breaker == null ? "" : " " + breaker)
                    + (checked ? " checked" : "")
                    + (accepting ? " accepting" : "")
                    + (owns ? " owns" : "");
        }
    }

    /** @param level null where it is not set */
    record Standing(@Nullable Level level, boolean equivalent, boolean freshOnly) {
        @Override
        public String toString() {
            return (level == null ? "" : " " + level)
                    + (equivalent ? " equivalent" : "")
                    + (freshOnly ? " freshOnly" : "");
        }
    }

    /** Whether its code runs under a limit, of its own or of its kind. */
    boolean limited() {
        return times.limit() != null || (kind.model() && !times.unlimited());
    }

    /** Calls that may be inside at once, as the defaults say; 0 for any number. */
    int bound() {
        int standard = kind.model() || limited() ? 256 : 0;
        return bounds.maxConcurrent() == 0 ? standard : bounds.maxConcurrent();
    }

    @Override
    public String toString() {
        return "\n  " + name + " " + kind + times + bounds + standing + " " + (nested == null ? script : nested);
    }
}
