package dev.afloat;

import dev.afloat.call.CallContext;
import dev.afloat.call.ContextualCall;
import dev.afloat.call.Hit;
import dev.afloat.call.ModelCall;
import dev.afloat.call.TierInterceptor;
import dev.afloat.call.TierInvocation;
import dev.afloat.guard.Call;
import dev.afloat.guard.TierBody;
import dev.afloat.outcome.Provenance;
import dev.afloat.outcome.Result;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
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
    private final String name;
    private final TierKind kind;
    private final boolean mayMiss;
    private final ContextualCall<? super I, ?> code;
    private final BiFunction<Object, Call<O>, @Nullable O> answer;
    private final TierSettings<I, O> settings;
    private final @Nullable FallbackChain<?, ?> nested;

    private Tier(
            String name,
            TierKind kind,
            boolean mayMiss,
            ContextualCall<? super I, ?> code,
            BiFunction<Object, Call<O>, @Nullable O> answer,
            TierSettings<I, O> settings,
            @Nullable FallbackChain<?, ?> nested) {
        if (name.isBlank()) {
            throw new IllegalArgumentException("A tier's name must not be blank: it stands in results and metrics");
        }
        this.name = name;
        this.kind = kind;
        this.mayMiss = mayMiss;
        this.code = Objects.requireNonNull(code, "call");
        this.answer = answer;
        this.settings = settings.freeze();
        this.nested = nested;
    }

    /** Returns a fragile tier: time limit and circuit breaker are on unless switched off. */
    public static <I, O> Tier<I, O> model(
            String name, ModelCall<? super I, ? extends O> call, Consumer<? super TierSettings<I, O>> settings) {
        Objects.requireNonNull(call, "call");
        return modelWithContext(name, (input, context) -> call.call(input), settings);
    }

    /** As {@link #model}, for code that wants to know how long it has and when to stop. */
    public static <I, O> Tier<I, O> modelWithContext(
            String name, ContextualCall<? super I, ? extends O> call, Consumer<? super TierSettings<I, O>> settings) {
        return plain(name, TierKind.MODEL, call, settings);
    }

    /** Returns a tier that finds an earlier answer, or misses, which is no failure. */
    public static <I, O> Tier<I, O> lookup(
            String name,
            ModelCall<? super I, ? extends Optional<? extends O>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        return optional(name, TierKind.LOOKUP, call, settings);
    }

    /** As {@link #lookup}, with the age of what was found. */
    public static <I, O> Tier<I, O> agedLookup(
            String name,
            ModelCall<? super I, ? extends Optional<? extends Hit<? extends O>>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        Objects.requireNonNull(call, "call");
        TierSettings<I, O> set = settings(TierKind.LOOKUP, settings);
        return new Tier<>(
                name,
                TierKind.LOOKUP,
                true,
                (input, context) -> call.call(input),
                (found, running) -> hit(found, running, set.freshOnly),
                set,
                null);
    }

    /** Returns a deterministic tier in process, which always has an answer: the safety net. */
    public static <I, O> Tier<I, O> local(
            String name, ModelCall<? super I, ? extends O> call, Consumer<? super TierSettings<I, O>> settings) {
        Objects.requireNonNull(call, "call");
        return plain(name, TierKind.LOCAL, (I input, CallContext context) -> call.call(input), settings);
    }

    /** As {@link #local}, for code that has an answer to some inputs only. */
    public static <I, O> Tier<I, O> localIfAble(
            String name,
            ModelCall<? super I, ? extends Optional<? extends O>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        return optional(name, TierKind.LOCAL, call, settings);
    }

    static <I, O> Tier<I, O> chain(String name, FallbackChain<I, O> inner, Consumer<? super TierSettings<I, O>> set) {
        return new Tier<>(
                name,
                TierKind.CHAIN,
                false,
                (input, context) -> inner.execute(input, context.deadline(), ((Call<?>) context).requestNumber()),
                (result, running) -> running.nested(Tier.<Result<O>>cast(result)),
                settings(TierKind.CHAIN, set),
                inner);
    }

    private static <I, O> Tier<I, O> plain(
            String name,
            TierKind kind,
            ContextualCall<? super I, ? extends O> call,
            Consumer<? super TierSettings<I, O>> settings) {
        return new Tier<>(
                name, kind, false, call, (answer, running) -> Tier.<O>cast(answer), settings(kind, settings), null);
    }

    private static <I, O> Tier<I, O> optional(
            String name,
            TierKind kind,
            ModelCall<? super I, ? extends Optional<? extends O>> call,
            Consumer<? super TierSettings<I, O>> settings) {
        Objects.requireNonNull(call, "call");
        return new Tier<>(
                name,
                kind,
                true,
                (input, context) -> call.call(input),
                (found, running) -> Tier.<O>found(found),
                settings(kind, settings),
                null);
    }

    private static <I, O> TierSettings<I, O> settings(TierKind kind, Consumer<? super TierSettings<I, O>> change) {
        TierSettings<I, O> settings = new TierSettings<>(kind);
        change.accept(settings);
        return settings;
    }

    @SuppressWarnings("TypeParameterUnusedInFormals")
    private static <O> @Nullable O found(@Nullable Object found) {
        if (found == null) {
            throw new NullPointerException("A lookup returned null: return Optional.empty() for a miss");
        }
        return Tier.<Optional<O>>cast(found).orElse(null);
    }

    private static <O> @Nullable O hit(@Nullable Object found, Call<O> running, boolean freshOnly) {
        Hit<O> hit = Tier.<Hit<O>>found(found);
        if (hit == null || (freshOnly && !hit.fresh())) {
            return null;
        }
        running.provenance(Provenance.kept(hit.age(), hit.fresh()));
        return hit.value();
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T> T cast(Object answer) {
        return (T) answer;
    }

    /** Returns the name. */
    public String name() {
        return name;
    }

    /** Returns what sort of tier this is. */
    public TierKind kind() {
        return kind;
    }

    TierSettings<I, O> settings() {
        return settings;
    }

    boolean mayMiss() {
        return mayMiss;
    }

    @Nullable
    FallbackChain<?, ?> nested() {
        return nested;
    }

    /** Whether an answer is certain as long as the tier's own code works. */
    boolean safetyNet() {
        if (mayMiss || settings.guarded()) {
            return false;
        }
        return kind == TierKind.LOCAL || (nested != null && nested.hasSafetyNet());
    }

    TierBody<I, O> body(TierInterceptor interceptor) {
        if (interceptor == TierInterceptor.NONE) {
            return (input, call) -> answer.apply(code.call(input, call), call);
        }
        return (input, call) -> answer.apply(
                interceptor.intercept(new TierInvocation() {
                    @Override
                    public String tier() {
                        return name;
                    }

                    @Override
                    public Object input() {
                        return input;
                    }

                    @Override
                    public Call<O> context() {
                        return call;
                    }

                    @Override
                    public @Nullable Object proceed() throws Exception {
                        return code.call(input, call);
                    }
                }),
                call);
    }

    @Override
    public String toString() {
        return "Tier[" + name + ", " + kind + "]";
    }
}
