package dev.afloat.cascade;

import java.util.random.RandomGenerator;

/** A draw for jitter, which nothing must depend on. */
final class Draw {
    private Draw() {}

    /** Returns a number from 0 to 1, whatever {@code source} does: the middle if it fails. */
    static double from(RandomGenerator source) {
        try {
            double drawn = source.nextDouble();
            return drawn >= 0 && drawn <= 1 ? drawn : 0.5;
        } catch (RuntimeException | StackOverflowError | LinkageError e) {
            return 0.5;
        }
    }
}
