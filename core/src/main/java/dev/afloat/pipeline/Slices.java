package dev.afloat.pipeline;

import dev.afloat.time.Deadline;
import java.util.List;

/** How much of what is left each step has, by numbers only: nanoseconds. Immutable. */
final class Slices {
    private final List<Step> steps;
    private final long[] later;

    Slices(List<Step> steps) {
        this.steps = steps;
        this.later = new long[steps.size()];
        for (int i = steps.size() - 2; i >= 0; i--) {
            later[i] = Math.min(
                    Deadline.FOREVER_NANOS, later[i + 1] + steps.get(i + 1).reserve());
        }
    }

    /** Returns what the steps after this one reserve. */
    long later(int index) {
        return later[index];
    }

    /**
     * Returns what a step has for itself and its fallback. An optional one leaves to others what they reserve; a required one does too, but never has
     * less than it reserved itself, as far as there is so much.
     *
     * @return zero or less if it does not fit
     */
    long of(int index, long left) {
        Step step = steps.get(index);
        if (step.optional()) {
            long slice = left - later[index] - step.overhead();
            return slice < step.minimum() ? 0 : slice;
        }
        return Math.max(left - later[index], Math.min(left, step.reserve()));
    }

    /** Returns what the body has of a slice: it leaves something to its fallback. */
    long ofBody(int index, long slice) {
        Step step = steps.get(index);
        boolean leaves = step.fallback() != null && !step.alwaysFallback();
        return Math.min(step.limit(), leaves ? slice - Math.min(step.minimum(), slice / 2) : slice);
    }
}
