package dev.afloat;

import dev.afloat.outcome.Attempt;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The first so many attempts of an array that nobody writes to any more: spares the copy on every fallback. The first attempt of a
 * request is kept apart and the array made only for the second that did not serve, since most requests have one or two.
 */
final class AttemptList extends AbstractList<Attempt> {
    private final @Nullable Attempt[] attempts;
    private final int size;

    private AttemptList(@Nullable Attempt[] attempts, int size) {
        this.attempts = attempts;
        this.size = size;
    }

    /** Returns the array with one attempt more that did not serve; null while there is only the first. */
    static @Nullable Attempt @Nullable [] add(
            Attempt first, @Nullable Attempt @Nullable [] all, int index, Attempt attempt, int tiers) {
        if (index == 0) {
            return null;
        }
        @Nullable Attempt[] array = all == null ? new @Nullable Attempt[tiers] : all;
        array[0] = first;
        array[index] = attempt;
        return array;
    }

    /** Returns the attempts before {@code index}. */
    static List<Attempt> before(int index, @Nullable Attempt first, @Nullable Attempt @Nullable [] all) {
        if (first == null || index == 0) {
            return List.of();
        }
        return all == null ? List.of(first) : new AttemptList(all, index);
    }

    /** Returns the attempts before {@code index}, and the one that served. */
    static List<Attempt> served(
            int index, Attempt serving, @Nullable Attempt first, @Nullable Attempt @Nullable [] all) {
        if (first == null || index == 0) {
            return List.of(serving);
        }
        if (all == null) {
            return List.of(first, serving);
        }
        all[index] = serving;
        return new AttemptList(all, index + 1);
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
