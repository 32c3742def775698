package dev.afloat.cascade;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * An answer as it is kept: with the moment it was kept at, and how long it may be served.
 *
 * @param value the answer
 * @param keptAt when it was kept, by the clock of the cache
 * @param freshFor how long from then on it is as good as new
 * @param staleFor how long from then on it may be served at all
 */
public record Kept<V>(V value, Instant keptAt, Duration freshFor, Duration staleFor) {

    /**
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if a duration is negative
     */
    public Kept {
        Objects.requireNonNull(value, "value");
        Objects.requireNonNull(keptAt, "keptAt");
        if (freshFor.isNegative() || staleFor.isNegative()) {
            throw new IllegalArgumentException("A lifetime cannot be negative: " + freshFor + ", " + staleFor);
        }
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "Kept[keptAt=" + keptAt + ", freshFor=" + freshFor + ", staleFor=" + staleFor + "]";
    }
}
