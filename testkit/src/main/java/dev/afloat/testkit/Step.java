package dev.afloat.testkit;

import java.io.IOException;
import java.time.Duration;
import java.util.function.Supplier;

/** What a stub model does in one request. */
public sealed interface Step {

    /** Answers after {@code delay}. */
    record Answer(Duration delay) implements Step {}

    /** Throws what {@code failure} makes, after {@code delay}. */
    record Fail(Duration delay, Supplier<? extends Exception> failure) implements Step {}

    /** Answers only after {@code duration}, unless interrupted before; deaf to interrupts if told so. */
    record Hang(Duration duration, boolean ignoringInterrupts) implements Step {}

    /** Answers {@code value} after {@code delay}: an answer that a quality check should reject. */
    record Poor(Duration delay, Object value) implements Step {
        /** Names no content. */
        @Override
        public String toString() {
            return "Poor[delay=" + delay + "]";
        }
    }

    /** Answers after {@code delay}. */
    static Step answerAfter(Duration delay) {
        return new Answer(delay);
    }

    /** Fails at once with an {@link IOException}. */
    static Step fail() {
        return fail(() -> new IOException("the model is down"));
    }

    /** Fails at once. */
    static Step fail(Supplier<? extends Exception> failure) {
        return new Fail(Duration.ZERO, failure);
    }

    /** Blocks for {@code duration} and ends early when interrupted. */
    static Step hang(Duration duration) {
        return new Hang(duration, false);
    }

    /** Blocks for {@code duration} whatever happens. */
    static Step hangIgnoringInterrupts(Duration duration) {
        return new Hang(duration, true);
    }

    /** Answers at once with a {@code value} of bad quality. */
    static Step poor(Object value) {
        return new Poor(Duration.ZERO, value);
    }
}
