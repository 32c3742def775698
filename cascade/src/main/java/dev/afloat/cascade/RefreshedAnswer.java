package dev.afloat.cascade;

import dev.afloat.Tier;
import dev.afloat.call.Hit;
import dev.afloat.outcome.Level;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ThreadLocalRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * The same answer for everybody, brought up to date every so often: what is popular, what is new. A safety net, since it has a value from the
 * start, and keeps the last good one when a refresh fails. The result tells the age of that.
 *
 * <p>Refreshes run aside, on a daemon thread of its own, one at a time; a supplier that hangs holds that thread, and the next refresh, and
 * nothing else. Safe for use by many threads. Close it with the application: then nothing is refreshed any more, a refresh that runs is
 * interrupted, and tiers go on answering what there is.
 *
 * @param <O> what is answered
 */
public final class RefreshedAnswer<O> implements AutoCloseable {
    /** The share by which a refresh comes earlier or later, where nothing else is said. */
    public static final double DEFAULT_JITTER = 0.1;

    private final String name;
    private final TimeSource time;
    private final Refresher<O> refresher;

    private RefreshedAnswer(Builder<O> settings, @Nullable O first, Callable<? extends O> supplier) {
        this.name = settings.name;
        this.time = settings.time;
        O value = first == null ? loaded(name, supplier) : first;
        this.refresher =
                new Refresher<>(name, supplier, value, settings.period, settings.jitter, settings.random, time);
    }

    private static <O> O loaded(String name, Callable<? extends O> supplier) {
        try {
            return supplier.call();
        } catch (Exception e) {
            if (e instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            throw new IllegalStateException(
                    "The answer '" + name + "' has no value to start with: its supplier failed. Say startingWith(…).",
                    e);
        }
    }

    /**
     * Starts an answer.
     *
     * @param name a constant, for the log and for the name of its thread
     * @param supplier makes the value; it may throw, and null is a failure. Who receives the value must not change it
     */
    public static <O> Builder<O> builder(String name, Callable<? extends O> supplier) {
        return new Builder<>(name, supplier);
    }

    /** Returns a tier that always answers the latest value, at level {@code STATIC}, with its age. Its chains must follow the same time source. */
    public <I> Tier<I, O> tier(String tier) {
        return Tier.agedLocal(
                tier,
                input -> latest(),
                settings -> settings.level(Level.STATIC).agesBy(time));
    }

    /** Returns the latest value, with its age. It is not fresh. */
    public Hit<O> latest() {
        return refresher.latest();
    }

    /** Returns how refreshing goes. */
    public RefreshHealth health() {
        return refresher.health();
    }

    /** Refreshes no more. Idempotent. */
    @Override
    public void close() {
        refresher.close();
    }

    /** Settings of a {@link RefreshedAnswer}. Not thread-safe. */
    public static final class Builder<O> {
        private final String name;
        private final Callable<? extends O> supplier;
        private @Nullable O first;
        private boolean keepsEmpty;
        private Duration period = Duration.ZERO;
        private double jitter = DEFAULT_JITTER;
        private RandomGenerator random = () -> ThreadLocalRandom.current().nextLong();
        private TimeSource time = TimeSource.system();

        private Builder(String name, Callable<? extends O> supplier) {
            if (name.isBlank()) {
                throw new IllegalArgumentException("An answer's name must not be blank: it stands in the log");
            }
            this.name = name;
            this.supplier = Objects.requireNonNull(supplier, "supplier");
        }

        /**
         * How long after one refresh the next one starts.
         *
         * @throws IllegalArgumentException if {@code pause} is not positive
         */
        public Builder<O> every(Duration pause) {
            if (pause.isZero() || pause.isNegative()) {
                throw new IllegalArgumentException("every(…) must be positive, but is " + pause);
            }
            this.period = pause;
            return this;
        }

        /**
         * What to answer until the first refresh, which then starts at once. Default: the supplier is asked when the answer is built, on the
         * thread that builds it.
         */
        public Builder<O> startingWith(O value) {
            this.first = Objects.requireNonNull(value, "value");
            return this;
        }

        /** Takes an empty value (blank text, empty collection) for one. Default: it is a failure, and the last good value is served. */
        public Builder<O> keepEmpty() {
            this.keepsEmpty = true;
            return this;
        }

        /**
         * The share of the pause by which a refresh comes earlier or later, so that a fleet does not ask all at once. Zero for none.
         *
         * @throws IllegalArgumentException if {@code share} is not from 0 to less than 1
         */
        public Builder<O> jitter(double share) {
            if (!(share >= 0 && share < 1)) {
                throw new IllegalArgumentException("jitter is a share, from 0 to less than 1, but is " + share);
            }
            this.jitter = share;
            return this;
        }

        /** Draws the jitter from {@code source}. For tests. */
        public Builder<O> random(RandomGenerator source) {
            this.random = Objects.requireNonNull(source, "random");
            return this;
        }

        /** The time that refreshes and ages follow; the same as the chain's. */
        public Builder<O> timeSource(TimeSource source) {
            this.time = Objects.requireNonNull(source, "timeSource");
            return this;
        }

        /**
         * Builds the answer, and starts refreshing it.
         *
         * @throws IllegalStateException if {@link #every} was not said, or there is no value to start with
         */
        public RefreshedAnswer<O> build() {
            if (period.isZero()) {
                throw new IllegalStateException("The answer '" + name + "' needs every(…): how often is it refreshed?");
            }
            RefreshedAnswer<O> answer = new RefreshedAnswer<>(this, first, supplied(keepsEmpty));
            answer.refresher.start(first != null);
            return answer;
        }

        private Callable<O> supplied(boolean empties) {
            return () -> {
                O value = Objects.requireNonNull(supplier.call(), "what the supplier returned");
                if (!empties && KeepRules.empty(value)) {
                    throw new IllegalStateException("The supplier of '" + name + "' returned an empty value. "
                            + "If that is what there is to answer, say keepEmpty().");
                }
                return value;
            };
        }
    }
}
