package dev.afloat.cascade;

import dev.afloat.call.AsyncContextualCall;
import dev.afloat.call.AsyncModelCall;
import dev.afloat.call.ContextCarrier;
import dev.afloat.call.ContextualCall;
import dev.afloat.call.ModelCall;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Of equal questions asked at the same time, the model is asked one: the others wait for its answer, each within its own limit.
 *
 * <p>Nobody suffers from another's end. A caller that leaves (its limit fires, it is interrupted or cancelled) leaves alone; if it was the
 * one whose thread makes the call, one of those who wait calls anew, in the time that it has left, or fails by a {@code TimeoutException} if
 * that is less than a tenth. What the model throws by itself reaches those who waited for that very call, and nobody after them. Nothing is
 * kept: once a call is over, the next one is new.
 *
 * <p>An answer goes to several callers as it is: it must be immutable, or {@linkplain #copying copied}. Each method that takes a model
 * makes a line of its own: calls of different models never meet, nor do calls of one model that was handed in twice. What it is told
 * holds for the lines made afterwards. Safe for use by many threads.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
public final class SingleFlight<I, O> {
    /** As long as a model has where nothing is said. */
    public static final Duration DEFAULT_JOINING = Duration.ofSeconds(30);

    private final Function<? super I, CacheKey> key;
    private final @Nullable UnaryOperator<O> copy;
    private final Duration joining;
    private final TimeSource time;
    final SingleFlightNesting nesting = new SingleFlightNesting();
    private final LongAdder made = new LongAdder();
    private final LongAdder joined = new LongAdder();

    /**
     * What a flight has done so far.
     *
     * @param made calls of the model
     * @param joined how often a caller waited for the call of another
     */
    public record Counts(long made, long joined) {}

    private SingleFlight(
            Function<? super I, CacheKey> key, @Nullable UnaryOperator<O> copy, Duration joining, TimeSource time) {
        this.key = Objects.requireNonNull(key, "key");
        this.copy = copy;
        this.joining = joining;
        this.time = time;
    }

    /** Returns a flight for questions with equal keys, as a {@link ResponseCache} has them: {@code by(cache::keyOf)}. */
    public static <I, O> SingleFlight<I, O> by(Function<? super I, CacheKey> key) {
        return new SingleFlight<>(key, null, DEFAULT_JOINING, TimeSource.system());
    }

    /**
     * Returns a flight for questions that have all these parts in common, and whose scope is the same: all that the answer depends on. A part that
     * {@linkplain CacheKey cannot be one} fails the call it was made for.
     *
     * @param scope who may see an answer made for another
     */
    @SafeVarargs
    @SuppressWarnings("varargs") // they are copied
    public static <I, O> SingleFlight<I, O> by(
            Scope<? super I> scope, Function<? super I, ?> part, Function<? super I, ?>... more) {
        List<Function<? super I, ?>> parts = new ArrayList<>();
        parts.add(Objects.requireNonNull(part, "part"));
        parts.addAll(List.of(more));
        return by(new CacheKeys<>("single-flight", "", Objects.requireNonNull(scope, "scope"), List.copyOf(parts))::of);
    }

    /**
     * Returns another flight, in which everybody gets what {@code copy} makes of an answer: for answers that can be changed. The
     * answer itself is nobody's, so that nobody changes it while it is copied.
     */
    public SingleFlight<I, O> copying(UnaryOperator<O> copy) {
        return new SingleFlight<>(key, Objects.requireNonNull(copy, "copy"), joining, time);
    }

    /**
     * Returns another flight, in which nobody joins a call that is older than that, 30 s unless set: who comes then makes a new one,
     * which others join. So a call that hangs, and of which nobody can know that it was given up, does not keep all who come later.
     * Those who wait already are left waiting, each within its own limit.
     *
     * @throws IllegalArgumentException if {@code age} is not positive
     */
    public SingleFlight<I, O> joiningFor(Duration age) {
        if (age.isNegative() || age.isZero()) {
            throw new IllegalArgumentException("joiningFor must be positive, but is " + age);
        }
        return new SingleFlight<>(key, copy, age, time);
    }

    /** Returns another flight, which tells the age of calls by {@code time}: real time unless set. Give it the one of the chain. */
    public SingleFlight<I, O> timeSource(TimeSource time) {
        return new SingleFlight<>(key, copy, joining, Objects.requireNonNull(time, "time"));
    }

    /**
     * Returns a call for {@code modelWithContext(…)}: one that is given up is left to itself at once, whatever it does then. The breaker of the tier
     * takes note of calls that are made, not of those who wait for them.
     */
    public ContextualCall<I, O> calls(ModelCall<? super I, ? extends O> model) {
        Objects.requireNonNull(model, "model");
        return callsWithContext((input, context) -> model.call(input));
    }

    /** As {@link #calls}, for a model that is told about its call. The context is that of the caller whose thread makes it. */
    public ContextualCall<I, O> callsWithContext(ContextualCall<? super I, ? extends O> model) {
        Objects.requireNonNull(model, "model");
        return new SingleFlightCalls<I, O>(this, model)::call;
    }

    /**
     * Returns a call for {@code asyncModelWithContext(…)}. Each caller gets a stage of its own, which can be cancelled alone; with the last
     * of them the model's is cancelled, which must belong to the call therefore. A caller that comes before the model has returned its stage
     * waits for that.
     */
    public AsyncContextualCall<I, O> asyncCalls(AsyncModelCall<? super I, ? extends O> model) {
        return new SingleFlightAsyncCalls<>(this, Objects.requireNonNull(model, "model"));
    }

    /**
     * Returns what tells, across threads, that a call was made from inside another one. A model that asks its own question again is
     * called directly, for it would wait for itself; where it does so through a chain with limits, that is on another thread, and
     * that chain needs {@code carrier(flight.carrier())}. Without it, the limit ends the wait.
     */
    public ContextCarrier carrier() {
        return nesting.carrier();
    }

    /** Returns what was done so far, by all lines of this flight together. Not exact while calls are made. */
    public Counts counts() {
        return new Counts(made.sum(), joined.sum());
    }

    CacheKey keyOf(I input) {
        return Objects.requireNonNull(key.apply(input), "key");
    }

    long now() {
        return time.nanos();
    }

    long joiningNanos() {
        return Deadline.saturatedNanos(joining);
    }

    O copied(O value) {
        // A null is no answer, and the tier's to judge.
        return copy == null || value == null ? value : copy.apply(value);
    }

    void made() {
        made.increment();
    }

    void joined() {
        joined.increment();
    }

    /** Names no content. */
    @Override
    public String toString() {
        return "SingleFlight[made=" + made + ", joined=" + joined + "]";
    }
}
