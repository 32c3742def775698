package dev.afloat.pipeline;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One of several steps side by side, by which its value is read from {@link BranchResults}. Required, unless its settings say {@code optional(…)}, or
 * {@link #optional()} was called.
 *
 * @param <D> what is read
 */
public final class Branch<D> {
    private final Parallel<?, ?> group;
    private final int index;
    private final Function<@Nullable Object, Object> read;

    Branch(Parallel<?, ?> group, int index, Function<@Nullable Object, Object> read) {
        this.group = group;
        this.index = index;
        this.read = read;
    }

    /**
     * Lets the pipeline go on without this step where it fails, takes too long or does not fit.
     *
     * @return the branch by which its value is to be read: empty where it was skipped
     */
    public Branch<Optional<D>> optional() {
        group.absentIfSkipped(index);
        return new Branch<>(group, index, Optional::ofNullable);
    }

    boolean isOf(Parallel<?, ?> other) {
        return group == other;
    }

    int index() {
        return index;
    }

    @SuppressWarnings("unchecked") // the body that gave it is of this type
    D read(@Nullable Object value) {
        return (D) read.apply(value);
    }
}
