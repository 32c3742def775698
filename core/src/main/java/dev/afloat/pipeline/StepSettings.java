package dev.afloat.pipeline;

import dev.afloat.call.ModelCall;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Function;

/**
 * Settings of one step. A step is required unless it says {@link #optional}. Not thread-safe; of no use once the step was added.
 *
 * @param <C> what the step before gives
 * @param <D> what this one gives
 */
public final class StepSettings<C, D> {
    /** Time that must be left for an optional step to be worth starting. */
    public static final Duration DEFAULT_MINIMUM = Duration.ofMillis(200);

    /** What an optional step leaves for handing on, besides what later steps reserve. */
    public static final Duration DEFAULT_OVERHEAD = Duration.ofMillis(50);

    /** What optional steps leave to a later required one that says nothing else; less if the budget is small. */
    public static final Duration DEFAULT_RESERVE = Duration.ofMillis(200);

    private final String step;
    private final StepOptions<C, D> options;

    StepSettings(String step, StepOptions<C, D> options) {
        this.step = step;
        this.options = options;
    }

    /**
     * Lets the pipeline go on without this step where it fails, takes too long or does not fit: with what {@code otherwise} makes of what this step
     * was given. {@code step.optional(hits -> hits)} goes on unchanged. The result is partial then. It runs on the spot, without a limit, on the thread
     * that goes on: be quick. What it throws fails the step, and with it the pipeline.
     */
    public StepSettings<C, D> optional(Function<? super C, ? extends D> otherwise) {
        options.optional = true;
        options.otherwise = Objects.requireNonNull(otherwise, "otherwise");
        return this;
    }

    /**
     * What else gives the value where the step fails: called once, within the step's time, of which the step leaves it {@link #minimum}, but no more than
     * half. The result is degraded then.
     */
    public StepSettings<C, D> fallback(ModelCall<? super C, ? extends D> call) {
        options.fallback = Objects.requireNonNull(call, "fallback");
        options.localFallback = false;
        return this;
    }

    /** As {@link #fallback}, of code in process, which needs no time and runs even with the budget spent, on the caller's own thread. */
    public StepSettings<C, D> localFallback(ModelCall<? super C, ? extends D> call) {
        options.fallback = Objects.requireNonNull(call, "localFallback");
        options.localFallback = true;
        return this;
    }

    /** Declares that the step is deterministic code in process: it has no limit, runs even with the budget spent, and on the caller's own thread. */
    public StepSettings<C, D> local() {
        options.local = true;
        return this;
    }

    /**
     * The most time the step may take, its fallback not included. Default: what is left, less what later steps reserve if there is a value without this
     * one; 30 s where the pipeline has no budget.
     *
     * @throws IllegalArgumentException if {@code limit} is not positive
     */
    public StepSettings<C, D> timeLimit(Duration limit) {
        require(!limit.isNegative() && !limit.isZero(), "timeLimit", "positive", limit);
        options.timeLimit = limit;
        return this;
    }

    /**
     * The time that must be left for the step to be worth starting, if it is optional: with less it is skipped. A required one is started whatever is
     * left. Default: {@link #DEFAULT_MINIMUM}.
     *
     * @throws IllegalArgumentException if {@code time} is negative
     */
    public StepSettings<C, D> minimum(Duration time) {
        require(!time.isNegative(), "minimum", "zero or more", time);
        options.minimum = time;
        return this;
    }

    /**
     * What the step, if it is optional, leaves for handing on, besides what later steps reserve. Default: {@link #DEFAULT_OVERHEAD}.
     *
     * @throws IllegalArgumentException if {@code time} is negative
     */
    public StepSettings<C, D> overhead(Duration time) {
        require(!time.isNegative(), "overhead", "zero or more", time);
        options.overhead = time;
        return this;
    }

    /**
     * What earlier steps leave to this one, if it is required. Default: {@link #DEFAULT_RESERVE}, or an equal share of half the budget if that is less; zero
     * for a local step.
     *
     * @throws IllegalArgumentException if {@code time} is negative
     */
    public StepSettings<C, D> reserve(Duration time) {
        require(!time.isNegative(), "reserve", "zero or more", time);
        options.reserve = time;
        return this;
    }

    private void require(boolean condition, String setting, String range, Duration given) {
        if (!condition) {
            throw new IllegalArgumentException(
                    setting + " of step '" + step + "' must be " + range + ", but is " + given);
        }
    }
}
