package dev.afloat;

import dev.afloat.outcome.Attempt;
import java.util.AbstractList;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The first so many attempts of an array that nobody writes to any more: spares the copy on every fallback. */
final class AttemptList extends AbstractList<Attempt> {
    private final @Nullable Attempt[] attempts;
    private final int size;

    AttemptList(@Nullable Attempt[] attempts, int size) {
        this.attempts = attempts;
        this.size = size;
    }

    @Override
    public Attempt get(int index) {
        return Objects.requireNonNull(attempts[Objects.checkIndex(index, size)]);
    }

    @Override
    public int size() {
        return size;
    }
}
