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
     * Returns what a step has for itself and its fallback. One without which, or without whose time, there is a value all the same leaves to later ones what
     * they reserve; one that ends the pipeline if it fails has all there is.
     *
     * @param left what is left
     * @param beyond what is reserved for what comes after all of these steps
     * @param late by how much deadlines of this request have fired late: no minimum is held to that
     * @return zero or less if it does not fit
     */
    long of(int index, long left, long beyond, long late) {
        Step step = steps.get(index);
        long others = left - later[index] - beyond;
        if (step.optional()) {
            long slice = others - step.overhead();
            return slice + late < step.minimum() ? 0 : slice;
        }
        return step.yields() ? Math.max(others, Math.min(left, Math.max(step.reserve(), step.minimum()))) : left;
    }

    /** Returns what the body has of a slice: it leaves something to its fallback. */
    long ofBody(int index, long slice) {
        Step step = steps.get(index);
        boolean leaves = step.fallback() != null && !step.alwaysFallback();
        return Math.min(step.limit(), leaves ? slice - Math.min(step.minimum(), slice / 2) : slice);
    }
}
