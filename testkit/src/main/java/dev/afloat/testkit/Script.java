package dev.afloat.testkit;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** What a stub model does, request by request, from 0. Immutable. */
public final class Script {
    private final List<Step> steps;

    private Script(List<Step> steps) {
        this.steps = List.copyOf(steps);
    }

    /** Returns the script of these steps. */
    public static Script of(Step... steps) {
        return new Script(List.of(steps));
    }

    /** Returns the script that does the same in each of {@code requests}. */
    public static Script always(int requests, Step step) {
        return new Script(Collections.nCopies(requests, step));
    }

    /**
     * Returns a copy that does {@code step} in the requests {@code first} to {@code last}, both included.
     *
     * @throws IndexOutOfBoundsException if they are not in the script
     */
    public Script during(int first, int last, Step step) {
        List<Step> changed = new ArrayList<>(steps);
        for (int i = first; i <= last; i++) {
            changed.set(i, step);
        }
        return new Script(changed);
    }

    /** Returns a copy that does {@code step} in {@code request}. */
    public Script at(int request, Step step) {
        return during(request, request, step);
    }

    /** Returns the number of requests. */
    public int size() {
        return steps.size();
    }

    /**
     * Returns what happens in {@code request}.
     *
     * @throws AssertionError if the script ends before it
     */
    public Step step(int request) {
        if (request >= steps.size()) {
            throw new AssertionError("The model was called for request " + request + ", but its script has only "
                    + steps.size() + " steps (0 to " + (steps.size() - 1) + ")");
        }
        return steps.get(request);
    }
}
