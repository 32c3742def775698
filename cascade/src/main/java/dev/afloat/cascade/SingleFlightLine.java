package dev.afloat.cascade;

import dev.afloat.call.CallContext;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** The calls of one model, and how callers meet there. */
final class SingleFlightLine<I, R extends @Nullable Object> {
    private static final int FRAMES = 256;

    private final SingleFlight<I, ?> flight;
    private final long joining;
    private final SingleFlightTable<R> table = new SingleFlightTable<>(new ConcurrentHashMap<>());

    SingleFlightLine(SingleFlight<I, ?> flight) {
        this.flight = flight;
        this.joining = flight.joiningNanos();
    }

    /** Returns a call that nobody knows of yet. */
    SingleFlightCall<R> call(I input, CallContext context) {
        CacheKey key;
        try {
            key = flight.keyOf(input);
        } catch (RuntimeException e) {
            context.recordedElsewhere(true); // no failure of the model, which was not asked
            throw e;
        }
        return new SingleFlightCall<>(table, key, context);
    }

    /**
     * Returns {@code mine} if its caller is to make it, now that others may join it; another one, after waiting for its end, to share the
     * outcome; or null if the caller is to make a call for itself alone, since it would wait for itself.
     */
    @Nullable
    SingleFlightCall<R> arrive(SingleFlightCall<R> mine) throws InterruptedException, TimeoutException {
        // Once others wait for it, a call has to get to its end: if the stack has no room for that, it overflows here.
        requireRoom();
        while (true) {
            mine.comes(flight.now());
            SingleFlightCall<R> found = table.enter(mine);
            if (found == mine) {
                mine.leads();
                return mine;
            }
            if (found.turnsAway(mine, joining)) {
                continue;
            }
            if (!flight.nesting.waits(found)) {
                mine.goesAlone();
                flight.made();
                return null;
            }
            flight.joined();
            mine.joins();
            flight.nesting.await(found);
            if (!found.givenUp()) {
                return found;
            }
        }
    }

    boolean isEmpty() {
        return table.isEmpty();
    }

    private static void requireRoom() {
        if (deeper(FRAMES, 1, 2, 3) == 0) {
            throw new AssertionError();
        }
    }

    private static long deeper(int frames, long a, long b, long c) {
        return frames == 0 ? a : deeper(frames - 1, b, c, a) + 1;
    }
}
