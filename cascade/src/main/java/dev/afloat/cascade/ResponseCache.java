package dev.afloat.cascade;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.afloat.Tier;
import dev.afloat.call.Hit;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Earlier answers, kept to be served when the model cannot: a tier that is filled by the chain it stands in.
 *
 * <p>Kept are answers of the chain that were accepted and not degraded, and nothing else. Hits are degraded and carry their age.
 * An answer is kept aside from the caller, so the very next request may come before it is.
 * In process and bounded, on Caffeine. Safe for use by many threads. Values are kept as they are, not copied: they must not be
 * changed by those who receive them.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
public final class ResponseCache<I, O> {
    private final Function<? super I, ?> key;
    private final Scope<? super I> scope;
    private final TimeSource time;
    private final Cache<Key, Entry<O>> entries;

    private record Key(List<?> scope, Object key) {}

    private record Entry<O>(O value, long madeAt) {}

    private ResponseCache(
            Function<? super I, ?> key, Scope<? super I> scope, TimeSource time, Cache<Key, Entry<O>> entries) {
        this.key = key;
        this.scope = scope;
        this.time = time;
        this.entries = entries;
    }

    /** Starts a cache. Key and scope have no defaults. */
    public static <I, O> Builder<I, O> builder() {
        return new Builder<>();
    }

    /** Returns the tier that reads from this cache, and lets the chain it stands in fill it. */
    public Tier<I, O> tier(String name) {
        return Tier.agedLookup(name, this::find, settings -> settings.onAccepted((in, out, context) -> put(in, out)));
    }

    /** Returns a tier that only reads from this cache. */
    public Tier<I, O> readOnlyTier(String name) {
        return Tier.agedLookup(name, this::find, settings -> {});
    }

    /** Returns what is kept for {@code input}. */
    public Optional<Hit<O>> find(I input) {
        Entry<O> entry = entries.getIfPresent(keyOf(input));
        return entry == null
                ? Optional.empty()
                : Optional.of(new Hit<>(entry.value, Duration.ofNanos(time.nanos() - entry.madeAt), false));
    }

    /** Keeps {@code value} as the answer to {@code input}, in place of an earlier one. */
    public void put(I input, O value) {
        entries.put(keyOf(input), new Entry<>(Objects.requireNonNull(value, "value"), time.nanos()));
    }

    /** Forgets what is kept for {@code input}. */
    public void evict(I input) {
        entries.invalidate(keyOf(input));
    }

    /** Returns about how many answers are kept. */
    public long size() {
        entries.cleanUp();
        return entries.estimatedSize();
    }

    private Key keyOf(I input) {
        return new Key(scope.of(input), Objects.requireNonNull(key.apply(input), "key"));
    }

    /** Settings of a {@link ResponseCache}. Not thread-safe. */
    public static final class Builder<I, O> {
        /** Answers that are kept at most, where nothing else is said. */
        public static final long DEFAULT_MAXIMUM_SIZE = 10_000;

        /** How long an answer is kept, where nothing else is said. */
        public static final Duration DEFAULT_TIME_TO_LIVE = Duration.ofHours(1);

        private @Nullable Function<? super I, ?> key;
        private @Nullable Scope<? super I> scope;
        private long maximumSize = DEFAULT_MAXIMUM_SIZE;
        private Duration timeToLive = DEFAULT_TIME_TO_LIVE;
        private TimeSource time = TimeSource.system();

        private Builder() {}

        /** What makes two inputs the same question. The key needs {@code equals} and {@code hashCode}, and must not be null. */
        public Builder<I, O> key(Function<? super I, ?> of) {
            this.key = Objects.requireNonNull(of, "key");
            return this;
        }

        /** Who may share an answer. */
        public Builder<I, O> scope(Scope<? super I> of) {
            this.scope = Objects.requireNonNull(of, "scope");
            return this;
        }

        /**
         * Answers that are kept at most; the least useful ones go first. Zero keeps none.
         *
         * @throws IllegalArgumentException if {@code answers} is negative
         */
        public Builder<I, O> maximumSize(long answers) {
            if (answers < 0) {
                throw new IllegalArgumentException("maximumSize cannot be negative, but is " + answers);
            }
            this.maximumSize = answers;
            return this;
        }

        /**
         * How long an answer may be served after it was made.
         *
         * @throws IllegalArgumentException if {@code duration} is not positive
         */
        public Builder<I, O> timeToLive(Duration duration) {
            if (duration.isZero() || duration.isNegative()) {
                throw new IllegalArgumentException("timeToLive must be positive, but is " + duration);
            }
            this.timeToLive = duration;
            return this;
        }

        /** The time by which answers age; the same as the chain's. */
        public Builder<I, O> timeSource(TimeSource source) {
            this.time = Objects.requireNonNull(source, "timeSource");
            return this;
        }

        /**
         * Builds the cache.
         *
         * @throws IllegalStateException if key or scope is missing
         */
        public ResponseCache<I, O> build() {
            if (key == null) {
                throw new IllegalStateException(
                        "A response cache needs key(…): what makes two inputs the same question?");
            }
            if (scope == null) {
                throw new IllegalStateException(
                        "A response cache needs scope(…): who may see an answer made for another? "
                                + "Say Scope.by(Request::tenant), or Scope.shared() if everybody may.");
            }
            // On the thread that reads or writes: no thread of ours, and none that another time would not drive.
            return new ResponseCache<>(
                    key,
                    scope,
                    time,
                    Caffeine.newBuilder()
                            .maximumSize(maximumSize)
                            .expireAfterWrite(timeToLive)
                            .ticker(time::nanos)
                            .executor(Runnable::run)
                            .build());
        }
    }
}
