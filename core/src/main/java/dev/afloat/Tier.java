package dev.afloat;

import dev.afloat.call.AsyncContextualCall;
import dev.afloat.call.AsyncModelCall;
import dev.afloat.call.ContextualCall;
import dev.afloat.call.Hit;
import dev.afloat.call.ModelCall;
import dev.afloat.call.TierInterceptor;
import dev.afloat.guard.Call;
import dev.afloat.guard.TierBody;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One way to answer, with its settings, ready to be put into chains. Immutable: each chain that is built makes its own guard for
 * it.
 *
 * <p>Inside a chain's builder the methods of the same names are shorter, and they know the types.
 *
 * @param <I> what is asked
 * @param <O> what is answered
 */
public final class Tier<I, O> {

    /** What the code of a tier is like. */
    private enum Shape {
        /** Returns the answer, and is told nothing of its call. */
        PLAIN,
        /** Returns the answer, and is handed its call's context, which it may keep. */
        CONTEXTUAL,
        /** Returns a stage. */
        STAGE
    }

    private final String name;
    private final TierKind kind;
    private final Shape shape;
    private final boolean mayMiss;
    private final ContextualCall<? super I, ?> code;
    private final Answers<O> answers;
    private final TierOptions<I, O> options;
    private final @Nullable FallbackChain<I, O> nested;

    private Tier(
            String name,
            TierKind kind,
            Shape shape,
            boolean mayMiss,
            ContextualCall<? super I, ?> code,
            Answers<O> answers,
            TierOptions<I, O> options,
            @Nullable FallbackChain<I, O> nested) {
        if (Objects.requireNonNull(name, "name").isBlank()) {
            throw new IllegalArgumentException("A tier's name must not be blank: it stands in results and metrics");
        }
        this.name = name;
        this.kind = kind;
        this.shape = shape;
        this.mayMiss = mayMiss;
        this.code = code;
        this.answers = answers;
        this.options = options;
        this.nested = nested;
    }

    /** Returns a fragile tier: time limit and circuit breaker are on unless switched off. */
    public static <I, O> Tier<I, O> model(
            String name, ModelCall<? super I, ? extends O> call, Consumer<? super TierSettings<I, O>> settings) {
        return plain(name, TierKind.MODEL, false, call, Answers.plain(), options(TierKind.MODEL, false, settings));
    }

    /** As {@link #model}, for code that wants to know how long it has and when to stop. */
    public static <I, O> Tier<I, O> modelWithContext(
            String name, ContextualCall<? super I, ? extends O> call, Consumer<? super TierSettings<I, O>> settings) {
        Objects.requireNonNull(call, "call");
        return new Tier<>(
                name,
                TierKind.MODEL,
                Shape.CONTEXTUAL,
                false,
                call,
                Answers.plain(),
                options(TierKind.MODEL, false, settings),
                null);
    }

    /** As {@link #model}, for code that returns at once and answers later. It is called on a worker all the same. */
    public static <I, O> Tier<I, O> asyncModel(
            String name, AsyncModelCall<? super I, ? extends O> call, Consumer<? super TierSettings<I, O>> settings) {
        Objects.requireNonNull(call, "call");
        return asyncModelWithContext(name, (input, context) -> call.call(input), settings);
    }

    /** As {@link #asyncModel}, for code that wants to know how long it has and when to stop. */
    public static <I, O> Tier<I, O> asyncModelWithContext(
            String name,
            AsyncContextualCall<? super I, ? extends O> call,
            Consumer<? super TierSettings<I, O>> settings) {
        return stage(name, TierKind.MODEL, false, call, Answers.plain(), options(TierKind.MODEL, true, settings));
    }

    /** Returns a tier that finds an earlier answer, or misses, which is no failure. */
    public static <I, O> Tier<I, O> lookup(
            String name,
            ModelCall<? super I, ? extends Optional<? extends O>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        return plain(name, TierKind.LOOKUP, true, call, Answers.optional(), options(TierKind.LOOKUP, false, settings));
    }

    /** As {@link #lookup}, with the age of what was found. */
    public static <I, O> Tier<I, O> agedLookup(
            String name,
            ModelCall<? super I, ? extends Optional<? extends Hit<? extends O>>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        TierOptions<I, O> set = options(TierKind.LOOKUP, false, settings);
        return plain(name, TierKind.LOOKUP, true, call, Answers.hits(set.freshOnly), set);
    }

    /**
     * As {@link #agedLookup}, for a store that returns at once and answers later. It is asked on a worker, so one that waits all the same is under
     * the limit too; without a limit, the budget of the chain ends it. A null stage, and null in a stage, are failures.
     */
    public static <I, O> Tier<I, O> asyncAgedLookup(
            String name,
            AsyncModelCall<? super I, ? extends Optional<? extends Hit<? extends O>>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        TierOptions<I, O> set = options(TierKind.LOOKUP, true, settings);
        Objects.requireNonNull(call, "call");
        return stage(
                name, TierKind.LOOKUP, true, (input, context) -> call.call(input), Answers.hits(set.freshOnly), set);
    }

    /** Returns a deterministic tier in process, which always has an answer: the safety net. */
    public static <I, O> Tier<I, O> local(
            String name, ModelCall<? super I, ? extends O> call, Consumer<? super TierSettings<I, O>> settings) {
        return plain(name, TierKind.LOCAL, false, call, Answers.plain(), options(TierKind.LOCAL, false, settings));
    }

    /** As {@link #local}, for an answer that was made earlier, and whose age is known. It is served whether it is fresh or not. */
    public static <I, O> Tier<I, O> agedLocal(
            String name,
            ModelCall<? super I, ? extends Hit<? extends O>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        return plain(name, TierKind.LOCAL, false, call, Answers.hit(), options(TierKind.LOCAL, false, settings));
    }

    /** As {@link #local}, for code that has an answer to some inputs only. */
    public static <I, O> Tier<I, O> localIfAble(
            String name,
            ModelCall<? super I, ? extends Optional<? extends O>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        return plain(name, TierKind.LOCAL, true, call, Answers.optional(), options(TierKind.LOCAL, false, settings));
    }

    static <I, O> Tier<I, O> chain(String name, FallbackChain<I, O> inner, Consumer<? super TierSettings<I, O>> set) {
        return new Tier<>(
                name,
                TierKind.CHAIN,
                Shape.CONTEXTUAL,
                false,
                (input, context) -> inner.execute(input, context.deadline(), ((Call<?>) context).requestNumber()),
                Answers.results(),
                options(TierKind.CHAIN, false, set),
                inner);
    }

    /** A tier whose code returns what {@code answers} reads, and is told nothing of its call. */
    private static <I, O> Tier<I, O> plain(
            String name,
            TierKind kind,
            boolean mayMiss,
            ModelCall<? super I, ?> call,
            Answers<O> answers,
            TierOptions<I, O> options) {
        Objects.requireNonNull(call, "call");
        return new Tier<>(
                name, kind, Shape.PLAIN, mayMiss, (input, context) -> call.call(input), answers, options, null);
    }

    /** As {@link #plain}, for code that returns a stage of that. */
    @SuppressWarnings("FutureReturnValueIgnored") // it is returned
    private static <I, O> Tier<I, O> stage(
            String name,
            TierKind kind,
            boolean mayMiss,
            AsyncContextualCall<? super I, ?> call,
            Answers<O> answers,
            TierOptions<I, O> options) {
        Objects.requireNonNull(call, "call");
        return new Tier<>(name, kind, Shape.STAGE, mayMiss, call::call, answers, options, null);
    }

    private static <I, O> TierOptions<I, O> options(
            TierKind kind, boolean stage, Consumer<? super TierSettings<I, O>> change) {
        TierSettings<I, O> settings = new TierSettings<>(kind, stage);
        Objects.requireNonNull(change, "settings").accept(settings);
        return settings.freeze();
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns what sort of tier this is. */
    public TierKind kind() {
        return kind;
    }

    TierOptions<I, O> options() {
        return options;
    }

    boolean mayMiss() {
        return mayMiss;
    }

    boolean stage() {
        return shape == Shape.STAGE;
    }

    boolean forgetful(TierInterceptor interceptor) {
        return shape == Shape.PLAIN && interceptor == TierInterceptor.NONE;
    }

    @Nullable
    FallbackChain<?, ?> nested() {
        return nested;
    }

    /** Whether an answer is certain as long as the tier's own code works. */
    boolean safetyNet() {
        if (mayMiss || options.guarded()) {
            return false;
        }
        return kind == TierKind.LOCAL || (nested != null && nested.hasSafetyNet());
    }

    TierBody<I, O> body(TierInterceptor interceptor) {
        return new TierCode<>(name, code, answers, interceptor);
    }

    /** The code in a chain that does not wait: a nested chain does not wait either. Null where there is no difference. */
    @SuppressWarnings("FutureReturnValueIgnored") // it is returned
    @Nullable
    TierBody<I, O> asyncBody(TierInterceptor interceptor) {
        FallbackChain<I, O> inner = nested;
        if (inner == null) {
            return null;
        }
        return new TierCode<>(
                name,
                (input, context) -> inner.executeAsync(input, context.deadline(), ((Call<?>) context).requestNumber()),
                answers,
                interceptor);
    }

    @Override
    public String toString() {
        return "Tier[" + name + ", " + kind + "]";
    }
}
