package dev.afloat.cascade;

import dev.afloat.time.TimeSource;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/** How much the built-in store holds. Not thread-safe. */
final class InProcessBounds<O> {
    @Nullable
    Long maximumWeight;

    @Nullable
    ToIntFunction<? super O> weigher;

    /** @param given whether there is another store, which these are not for */
    void refuseUnfit(boolean given) {
        if (given && (maximumWeight != null || weigher != null)) {
            throw new IllegalStateException("maximumWeight(…) and weigher(…) are for the built-in store. "
                    + "Bound the store you hand in by its own means.");
        }
        if (weigher != null && maximumWeight == null) {
            throw new IllegalStateException("weigher(…) needs maximumWeight(…), in the same unit: the default, "
                    + ResponseCacheBuilder.DEFAULT_MAXIMUM_WEIGHT + ", is for answers that weigh 1.");
        }
    }

    ResponseStore<Kept<O>> store(TimeSource time) {
        return new InProcessStore<>(
                maximumWeight == null ? ResponseCacheBuilder.DEFAULT_MAXIMUM_WEIGHT : maximumWeight,
                weigher == null ? answer -> 1 : weigher,
                time);
    }
}
