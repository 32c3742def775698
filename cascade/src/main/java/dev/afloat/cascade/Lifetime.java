package dev.afloat.cascade;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How long answers are fresh, and how long they may be served at all.
 *
 * @param jitter the share of the second by which an answer may be forgotten earlier, so that what was kept together does not end together
 * @param random draws it; null for one of each thread
 */
record Lifetime(
        Duration freshFor,
        Duration staleFor,
        double jitter,
        @Nullable RandomGenerator random) {

    /** Returns how long the next answer is kept: never longer than it may be served. */
    Duration next() {
        RandomGenerator source = random == null ? ThreadLocalRandom.current() : random;
        double share = jitter == 0 ? 0 : jitter * Draw.from(source);
        // In milliseconds and not in nanoseconds, which have no room for centuries.
        Duration less = Duration.ofMillis((long) (share * staleFor.toSeconds() * 1000))
                .plusNanos((long) (share * staleFor.toNanosPart()));
        Duration kept = staleFor.minus(less);
        return kept.isZero() || kept.isNegative() ? staleFor : kept; // negative: by rounding, of millions of years
    }

    /** Returns how old {@code kept} is; null if that is too old to be served by this lifetime or by its own. */
    @Nullable
    Duration ageOf(Kept<?> kept, Instant now) {
        Duration most = shorter(staleFor, kept.staleFor());
        Duration age = Duration.between(kept.madeAt(), now);
        if (age.compareTo(most) >= 0 || age.negated().compareTo(most) > 0) {
            return null; // the latter comes from a clock that no other agrees with
        }
        return age.isNegative() ? Duration.ZERO : age;
    }

    /** Returns whether {@code kept} is as good as new: neither older than that, nor from so far in the future that nobody knows its age. */
    boolean fresh(Kept<?> kept, Instant now) {
        Duration apart = Duration.between(kept.madeAt(), now).abs();
        return apart.compareTo(shorter(freshFor, kept.freshFor())) < 0;
    }

    static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }
}
