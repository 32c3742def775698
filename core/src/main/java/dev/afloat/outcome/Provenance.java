package dev.afloat.outcome;

import dev.afloat.failure.FailureKind;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Where a single answer came from, when that is more than "the tier made it just now": out of a cache, or out of a nested chain.
 *
 * @param age how old the answer is; null if it was made for this request
 * @param degraded whether the answer is worse than its tier's answers usually are: stale, or degraded inside the nested chain
 * @param level the level the nested chain answered at; null if there is no nested chain
 * @param reason why the nested chain is degraded, {@code MISS} for a stale answer; null if it is not degraded
 */
public record Provenance(
        @Nullable Duration age,
        boolean degraded,
        @Nullable Level level,
        @Nullable FailureKind reason) {

    /** Returns the provenance of an answer that was kept. */
    public static Provenance kept(Duration age, boolean fresh) {
        return new Provenance(Objects.requireNonNull(age, "age"), !fresh, null, fresh ? null : FailureKind.MISS);
    }

    /** Returns whether it was kept, in this very chain, and is stale. */
    boolean stale() {
        return age != null && level == null && degraded;
    }

    /** Returns the provenance of an answer that a chain inside a tier gave. */
    public static Provenance nested(Result<?> inner) {
        return new Provenance(
                inner.age().orElse(null),
                inner.degraded(),
                inner.level(),
                inner.reason().orElse(null));
    }
}
