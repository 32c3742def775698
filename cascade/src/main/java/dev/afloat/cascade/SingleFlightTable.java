package dev.afloat.cascade;

import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The calls under way, by key. No code of the user's runs while anything is held: keys are digests. */
final class SingleFlightTable<R extends @Nullable Object> {
    private final ConcurrentMap<CacheKey, SingleFlightCall<R>> calls;

    SingleFlightTable(ConcurrentMap<CacheKey, SingleFlightCall<R>> calls) {
        this.calls = calls;
    }

    /** Returns the call with an equal key; {@code mine} if there was none, and it is there now. If this fails, {@code mine} is given up. */
    SingleFlightCall<R> enter(SingleFlightCall<R> mine) {
        try {
            SingleFlightCall<R> found = calls.putIfAbsent(mine.key, mine);
            return found == null ? mine : found;
        } catch (Throwable e) {
            mine.giveUp(); // it may be there all the same, and found: a map that has no memory to count throws late
            throw e;
        }
    }

    /** Takes this very call out, if it is there. */
    void remove(SingleFlightCall<R> call) {
        calls.remove(call.key, call);
    }

    boolean isEmpty() {
        return calls.isEmpty();
    }
}
