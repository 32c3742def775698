package dev.afloat.micrometer;

import dev.afloat.outcome.Level;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A meter for each level that a chain can answer at, and one for requests that nobody answers. Immutable. */
final class PerLevel<M> {
    private final Map<Level, M> meters = new EnumMap<>(Level.class);
    private final M none;

    /** @param register makes the meter of a level, by its tag */
    PerLevel(Set<Level> levels, Function<String, M> register) {
        levels.forEach(level -> meters.put(level, register.apply(Names.of(level))));
        this.none = register.apply(Names.NONE);
    }

    /** @param level null for none */
    M get(@Nullable Level level) {
        return level == null ? none : Objects.requireNonNull(meters.get(level), "a level that nobody foresaw");
    }
}
