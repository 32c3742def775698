package dev.afloat.cascade;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How long answers are fresh, and how long they may be served at all.
 *
 * @param jitter the share of both by which they may end earlier, so that what was kept together does not end together
 * @param random draws it; null for one of each thread
 */
record Lifetime(
        Duration freshFor,
        Duration staleFor,
        double jitter,
        @Nullable RandomGenerator random) {

    /** Returns the lifetime of the next answer: both ends earlier by one share, never later. */
    Lifetime next() {
        RandomGenerator source = random == null ? ThreadLocalRandom.current() : random;
        double share = jitter == 0 ? 0 : jitter * Draw.from(source);
        Duration stale = less(staleFor, share);
        return new Lifetime(shorter(less(freshFor, share), stale), stale, 0, null);
    }

    private static Duration less(Duration whole, double share) {
        // In milliseconds and not in nanoseconds, which have no room for centuries.
        Duration less = Duration.ofMillis((long) (share * whole.toSeconds() * 1000))
                .plusNanos((long) (share * whole.toNanosPart()));
        Duration left = whole.minus(less);
        return left.isZero() || left.isNegative() ? whole : left;
    }

    /** Returns how old {@code kept} is; null if that is too old to be served by this lifetime or by its own. */
    @Nullable
    Duration ageOf(Kept<?> kept, Instant now) {
        Duration most = shorter(staleFor, kept.staleFor());
        Duration age = Duration.between(kept.keptAt(), now);
        if (age.compareTo(most) >= 0 || age.negated().compareTo(most) > 0) {
            return null; // the latter comes from a clock that no other agrees with
        }
        return age.isNegative() ? Duration.ZERO : age;
    }

    /** Returns whether {@code kept} is as good as new: neither older than that, nor from so far in the future that nobody knows its age. */
    boolean fresh(Kept<?> kept, Instant now) {
        Duration apart = Duration.between(kept.keptAt(), now).abs();
        return apart.compareTo(shorter(freshFor, kept.freshFor())) < 0;
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
