package dev.afloat.micrometer;

import dev.afloat.ChainDescription.TierDescription;
import dev.afloat.TierKind;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Outcome;
import io.micrometer.core.instrument.Counter;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The meters of one tier. */
final class TierMeters {
    /** What became of a lookup. */
    private enum CacheResult {
        HIT,
        STALE_HIT,
        MISS,
        ERROR
    }

    private final PerLevel<Map<FailureKind, Counter>> fallbacks;
    private final Map<CacheResult, Counter> cache;
    private final QualityMeters quality;

    /** @param lower the levels that can answer in this tier's place */
    TierMeters(TierDescription tier, Set<Level> lower, Registered registered) {
        this.fallbacks = new PerLevel<>(
                lower,
                level -> each(
                        FailureKind.class,
                        reason -> registered.counter(
                                Names.FALLBACK, "from", tier.name(), "level", level, "reason", reason)));
        this.cache = tier.kind() == TierKind.LOOKUP
                ? each(
                        CacheResult.class,
                        result -> registered.counter(Names.CACHE, "tier", tier.name(), "result", result))
                : Map.of();
        this.quality = new QualityMeters(tier, registered);
    }

    /** Returns a counter for each constant, made by its tag. */
    static <E extends Enum<E>> Map<E, Counter> each(Class<E> constants, Function<String, Counter> register) {
        Map<E, Counter> counters = new EnumMap<>(constants);
        for (E constant : constants.getEnumConstants()) {
            counters.put(constant, register.apply(Names.of(constant)));
        }
        return counters;
    }

    static <E extends Enum<E>> void count(Map<E, Counter> counters, E constant) {
        Objects.requireNonNull(counters.get(constant)).increment();
    }

    /** @param level of who served; null if nobody did */
    void fellBack(Attempt attempt, @Nullable Level level) {
        count(fallbacks.get(level), attempt.kind().orElse(FailureKind.UNKNOWN));
        quality.count(attempt);
        if (attempt.outcome().ran() && !cache.isEmpty()) {
            count(cache, attempt.outcome() == Outcome.MISS ? CacheResult.MISS : CacheResult.ERROR);
        }
    }

    void served(Attempt attempt, boolean stale) {
        quality.count(attempt);
        if (!cache.isEmpty()) {
            count(cache, stale ? CacheResult.STALE_HIT : CacheResult.HIT);
        }
    }
}
