package dev.afloat.cascade;

import dev.afloat.event.Mishaps;
import dev.afloat.quality.QualityCheck;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a {@link ResponseCache}. Not thread-safe. Every setter refuses null.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
public final class ResponseCacheBuilder<I, O> {
    /** What the built-in store holds at most, where nothing else is said: so many answers, unless they are weighed. */
    public static final long DEFAULT_MAXIMUM_WEIGHT = 10_000;

    /** How long an answer is as good as new, where nothing else is said: not at all. */
    public static final Duration DEFAULT_FRESH_FOR = Duration.ZERO;

    /** How long an answer may be served, where nothing else is said. */
    public static final Duration DEFAULT_STALE_FOR = Duration.ofHours(1);

    /** The share of its times by which an answer may end earlier, where nothing else is said. */
    public static final double DEFAULT_JITTER = 0.1;

    private static final String UNNAMED = "response-cache";

    String name = UNNAMED;
    private String version = "";
    private List<Function<? super I, ?>> key = List.of();
    private @Nullable Scope<? super I> scope;
    private @Nullable ResponseStore<Kept<O>> store;
    private final InProcessBounds<O> bounds = new InProcessBounds<>();
    private Duration freshFor = DEFAULT_FRESH_FOR;
    private Duration staleFor = DEFAULT_STALE_FOR;
    private double jitter = DEFAULT_JITTER;
    private @Nullable RandomGenerator random;

    final List<BiPredicate<? super I, ? super O>> conditions = new ArrayList<>();
    final List<QualityCheck<? super I, ? super O>> checks = new ArrayList<>();
    final List<Predicate<? super I>> exclusions = new ArrayList<>();

    @Nullable
    Function<? super O, String> text;

    UnaryOperator<O> copier = value -> value;
    boolean keepsEmpty;
    TimeSource time = TimeSource.system();

    ResponseCacheBuilder() {}

    /**
     * The name of the feature it is for. It is part of every key, so caches in one store do not meet; a store of yours asks for one.
     *
     * @throws IllegalArgumentException if {@code feature} is blank
     */
    public ResponseCacheBuilder<I, O> name(String feature) {
        if (feature.isBlank()) {
            throw new IllegalArgumentException("A cache's name must not be blank: it stands in keys and in the log");
        }
        this.name = feature;
        return this;
    }

    /**
     * What makes two inputs the same question: everything the answer depends on. The parts are put side by side, never joined, and may be null; see
     * {@link CacheKey} for what they may be. They are asked when the request is made, on its caller's thread, and again with the answer: unless they
     * say the same, it is not kept. A lookup asks them on the thread of its tier.
     *
     * @throws IllegalStateException if this was said before
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // they are copied
    public final ResponseCacheBuilder<I, O> key(Function<? super I, ?> part, Function<? super I, ?>... more) {
        List<Function<? super I, ?>> parts = new ArrayList<>();
        parts.add(Objects.requireNonNull(part, "key"));
        for (Function<? super I, ?> another : more) {
            parts.add(Objects.requireNonNull(another, "key"));
        }
        if (!key.isEmpty()) {
            throw new IllegalStateException(
                    "key(…) was said before. Say all parts at once: key(Question::text, Question::locale)");
        }
        this.key = List.copyOf(parts);
        return this;
    }

    /** Who may share an answer. */
    public ResponseCacheBuilder<I, O> scope(Scope<? super I> of) {
        if (scope != null) {
            throw new IllegalStateException(
                    "scope(…) was said before. Say all at once: Scope.by(Question::tenant).and(Question::user)");
        }
        this.scope = Objects.requireNonNull(of, "scope");
        return this;
    }

    /** What answers depend on beside the input: prompt, model, checks, shape of the answer. Answers of other versions are not found. */
    public ResponseCacheBuilder<I, O> version(String promptAndChecks) {
        this.version = Objects.requireNonNull(promptAndChecks, "version");
        return this;
    }

    /**
     * How long an answer is as good as new: {@link ResponseCache#freshTier} serves it, in place of a call of the model.
     *
     * @throws IllegalArgumentException if {@code duration} is negative
     */
    public ResponseCacheBuilder<I, O> freshFor(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("freshFor cannot be negative, but is " + duration);
        }
        this.freshFor = duration;
        return this;
    }

    /**
     * How long after it was kept an answer may be served at all, the time in which it is fresh included.
     *
     * @throws IllegalArgumentException if {@code duration} is not positive
     */
    public ResponseCacheBuilder<I, O> staleFor(Duration duration) {
        if (duration.isZero() || duration.isNegative()) {
            throw new IllegalArgumentException("staleFor must be positive, but is " + duration);
        }
        this.staleFor = duration;
        return this;
    }

    /**
     * The share of {@code freshFor} and {@code staleFor} by which both end earlier, drawn for each answer, so that what was kept together is
     * not asked for again all at once. Zero for none.
     *
     * @throws IllegalArgumentException if {@code share} is not from 0 to 1
     */
    public ResponseCacheBuilder<I, O> jitter(double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("jitter is a share, from 0 to 1, but is " + share);
        }
        this.jitter = share;
        return this;
    }

    /** Draws the jitter from {@code source}, which must be safe for use by many threads if the cache is. For tests. */
    public ResponseCacheBuilder<I, O> random(RandomGenerator source) {
        this.random = Objects.requireNonNull(source, "random");
        return this;
    }

    /**
     * What the built-in store holds at most; the least useful answers go first. Zero keeps none.
     *
     * @throws IllegalArgumentException if {@code weight} is negative
     */
    public ResponseCacheBuilder<I, O> maximumWeight(long weight) {
        if (weight < 0) {
            throw new IllegalArgumentException("maximumWeight cannot be negative, but is " + weight);
        }
        bounds.maximumWeight = weight;
        return this;
    }

    /**
     * What an answer weighs in the built-in store: characters, rows. Not negative; at least 1, whatever it says. Default: 1. An answer heavier
     * than {@link #maximumWeight}, which has to be said then, is not kept.
     */
    public ResponseCacheBuilder<I, O> weigher(ToIntFunction<? super O> weight) {
        bounds.weigher = Objects.requireNonNull(weight, "weigher");
        return this;
    }

    /**
     * Keeps answers in {@code bytes}, a cache across a network, written by {@code codec}.
     *
     * @throws IllegalArgumentException if the format of {@code codec} is not from 0 to 255
     */
    public ResponseCacheBuilder<I, O> store(ResponseStore<byte[]> bytes, Codec<O> codec) {
        return store(codec.over(bytes));
    }

    /** Keeps answers in {@code answers} instead of the built-in store. */
    public ResponseCacheBuilder<I, O> store(ResponseStore<Kept<O>> answers) {
        this.store = Objects.requireNonNull(answers, "store");
        return this;
    }

    /** Keeps empty answers too: blank texts, empty collections, maps, optionals and arrays. Default: they are not kept. */
    public ResponseCacheBuilder<I, O> keepEmpty() {
        this.keepsEmpty = true;
        return this;
    }

    /** Where the text of an answer is, if that is of a type of yours: it is not kept if that is blank (or null), or a refusal. */
    public ResponseCacheBuilder<I, O> text(Function<? super O, String> of) {
        this.text = Objects.requireNonNull(of, "text");
        return this;
    }

    /** Keeps an answer only if {@code condition} holds for question and answer. One that throws says no. */
    public ResponseCacheBuilder<I, O> keepIf(BiPredicate<? super I, ? super O> condition) {
        conditions.add(Objects.requireNonNull(condition, "condition"));
        return this;
    }

    /** Has nothing to do with such inputs: their answers are neither looked up nor kept. For "what is on today", and for "ask again". */
    public ResponseCacheBuilder<I, O> exclude(Predicate<? super I> inputs) {
        exclusions.add(Objects.requireNonNull(inputs, "inputs"));
        return this;
    }

    /**
     * Judges answers when they are kept, and again when they are found. Kept is what the check accepts; what it rejects when it is found is
     * evicted, and a miss. One that throws accepts nothing, and evicts nothing.
     */
    public ResponseCacheBuilder<I, O> check(QualityCheck<? super I, ? super O> check) {
        checks.add(Objects.requireNonNull(check, "check"));
        return this;
    }

    /**
     * Copies an answer when it is kept and whenever it is found, deeply enough that who receives it cannot change what is kept. What the
     * model returned is copied aside from its caller: who changes that at once changes what is kept. Default: answers are not copied, and
     * must not be changed.
     */
    public ResponseCacheBuilder<I, O> copying(UnaryOperator<O> copy) {
        this.copier = Objects.requireNonNull(copy, "copy");
        return this;
    }

    /** The time by which answers age; the same as the chain's. */
    public ResponseCacheBuilder<I, O> timeSource(TimeSource source) {
        this.time = Objects.requireNonNull(source, "timeSource");
        return this;
    }

    /**
     * Builds the cache.
     *
     * @throws IllegalStateException if key or scope is missing, or settings do not fit each other
     */
    public ResponseCache<I, O> build() {
        if (key.isEmpty()) {
            throw new IllegalStateException("A response cache needs key(…): what makes two inputs the same question?");
        }
        if (scope == null) {
            throw new IllegalStateException("A response cache needs scope(…): who may see an answer made for another? "
                    + "Say Scope.by(Request::tenant), or Scope.shared() if everybody may.");
        }
        refuseUnfit();
        KeptAnswers<I, O> answers = new KeptAnswers<>(
                this,
                new CacheKeys<>(name, version, scope, key),
                new Lifetime(freshFor, staleFor, jitter, random),
                store == null ? bounds.store(time) : store,
                new Mishaps(name));
        return new ResponseCache<>(this, answers, store == null, !freshFor.isZero());
    }

    private void refuseUnfit() {
        if (freshFor.compareTo(staleFor) > 0) {
            throw new IllegalStateException("freshFor (" + freshFor + ") is longer than staleFor (" + staleFor
                    + "), after which nothing is served. Raise staleFor, or lower freshFor.");
        }
        if (store != null && name.equals(UNNAMED)) {
            throw new IllegalStateException(
                    "A response cache with a store of yours needs name(…): other caches may keep their answers there too.");
        }
        if (store != null && version.isEmpty()) {
            throw new IllegalStateException(
                    "A response cache with a store of yours needs version(…): the store outlives this "
                            + "deployment, and the answers of another prompt must not come back.");
        }
        bounds.refuseUnfit(store != null);
    }
}
