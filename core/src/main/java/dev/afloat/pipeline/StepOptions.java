package dev.afloat.pipeline;

import dev.afloat.call.ModelCall;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** What a step was set to. Written by its {@link StepSettings}, and read from then on. */
final class StepOptions<C, D> {
    boolean optional;

    @Nullable
    Function<? super C, ? extends D> otherwise;

    @Nullable
    ModelCall<? super C, ? extends D> fallback;

    boolean localFallback;
    boolean local;

    @Nullable
    Duration timeLimit;

    Duration minimum = StepSettings.DEFAULT_MINIMUM;
    Duration overhead = StepSettings.DEFAULT_OVERHEAD;

    @Nullable
    Duration reserve;

    static <C, D> StepOptions<C, D> of(String step, Consumer<? super StepSettings<C, D>> settings) {
        if (Objects.requireNonNull(step, "name").isBlank()) {
            throw new IllegalArgumentException("A step's name must not be blank: it stands in results and events");
        }
        StepOptions<C, D> options = new StepOptions<>();
        settings.accept(new StepSettings<>(step, options));
        if (options.local && options.timeLimit != null) {
            throw new IllegalArgumentException(
                    "The step '" + step + "' is local, so it has no limit: leave out local(), or timeLimit(…)");
        }
        return options.copy(); // whoever keeps the settings changes nothing any more
    }

    private StepOptions<C, D> copy() {
        StepOptions<C, D> copy = new StepOptions<>();
        copy.optional = optional;
        copy.otherwise = otherwise;
        copy.fallback = fallback;
        copy.localFallback = localFallback;
        copy.local = local;
        copy.timeLimit = timeLimit;
        copy.minimum = minimum;
        copy.overhead = overhead;
        copy.reserve = reserve;
        return copy;
    }

    @SuppressWarnings("unchecked") // the step before gives what it takes
    @Nullable
    Function<Object, Object> otherwiseOfAny() {
        return (Function<Object, Object>) otherwise;
    }
}
