package dev.afloat.cascade;

import dev.afloat.call.ContextCarrier;
import org.jspecify.annotations.Nullable;

/**
 * Finds calls that would wait for themselves: a model that asks its own question from inside, or two that ask each other's.
 *
 * <p>A leader that waits for a call leaves word of it before it looks whether that call waits for one of its own. So of several that close
 * a ring together, at least one sees it.
 */
final class SingleFlightNesting {
    /** A longer chain of calls that wait for calls is not looked through. */
    private static final int LONGEST = 1_000;

    /** The innermost call that this thread leads, or works for. One for each flight, and taken away after each call. */
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<SingleFlightCall<?>> current = new ThreadLocal<>();

    ContextCarrier carrier() {
        return ContextCarrier.of(current);
    }

    void enter(SingleFlightCall<?> led) {
        led.outer = current.get();
        current.set(led);
    }

    void leave(SingleFlightCall<?> led) {
        SingleFlightCall<?> outer = led.outer;
        if (outer == null) {
            current.remove();
        } else {
            current.set(outer);
        }
    }

    /** Returns whether this thread may wait for {@code other}, and notes that it will: false if that would wait for this thread. */
    boolean waits(SingleFlightCall<?> other) {
        if (other.ledBy(Thread.currentThread())) {
            return false; // whatever the thread-local says: it may have been carried away
        }
        SingleFlightCall<?> inside = current.get();
        if (inside == null) {
            return true;
        }
        waitsFor(inside, other);
        boolean back = leadsBack(other, inside);
        if (back) {
            waitsFor(inside, null);
        }
        return !back;
    }

    /** Returns when {@code other} has ended. */
    void await(SingleFlightCall<?> other) throws InterruptedException {
        try {
            other.await();
        } finally {
            waitsFor(current.get(), null);
        }
    }

    private static void waitsFor(@Nullable SingleFlightCall<?> inside, @Nullable SingleFlightCall<?> other) {
        for (SingleFlightCall<?> call = inside; call != null; call = call.outer) {
            call.waitsFor = other;
        }
    }

    private static boolean leadsBack(SingleFlightCall<?> other, SingleFlightCall<?> inside) {
        SingleFlightCall<?> next = other;
        for (int i = 0; next != null && i < LONGEST; i++) {
            for (SingleFlightCall<?> call = inside; call != null; call = call.outer) {
                if (call == next) {
                    return true;
                }
            }
            next = next.waitsFor;
        }
        return false;
    }
}
