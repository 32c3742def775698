package dev.afloat.pipeline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What steps side by side gave. Immutable. */
public final class BranchResults {
    private final Parallel<?, ?> group;
    private final List<Done> done;

    BranchResults(Parallel<?, ?> group, List<Done> done) {
        this.group = group;
        this.done = done;
    }

    /**
     * Returns what a branch gave.
     *
     * @throws IllegalArgumentException if it is a branch of other steps
     * @throws IllegalStateException if it was skipped, and is read by another branch than {@link Branch#optional()} returned
     */
    public <D> D get(Branch<D> branch) {
        if (!branch.isOf(group)) {
            throw new IllegalArgumentException(
                    "This branch belongs to other steps side by side: read it where they are joined");
        }
        @Nullable Object value = done.get(branch.index()).value();
        return branch.read(value);
    }
}
