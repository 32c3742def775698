package dev.afloat.call;

import java.time.Duration;
import java.util.Objects;

/**
 * What a lookup found, with its age.
 *
 * @param value the answer
 * @param age how long ago it was made; zero or more
 * @param fresh whether it is as good as a new answer. A hit that is not fresh makes the result degraded, and is a miss for a tier
 *     that serves fresh hits only
 */
public record Hit<O>(O value, Duration age, boolean fresh) {

    /**
     * @throws NullPointerException if {@code value} or {@code age} is null
     * @throws IllegalArgumentException if {@code age} is negative
     */
    public Hit {
        Objects.requireNonNull(value, "value");
        if (age.isNegative()) {
            throw new IllegalArgumentException("An age cannot be negative: " + age);
        }
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "Hit[age=" + age + ", fresh=" + fresh + "]";
    }
}
