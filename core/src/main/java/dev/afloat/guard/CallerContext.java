package dev.afloat.guard;

import dev.afloat.call.ContextCarrier;
import dev.afloat.event.Mishaps;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a chain's carriers found on one caller's thread. Immutable, safe for use by many threads. */
public final class CallerContext {
    private final ContextCarrier[] carriers;
    private final Mishaps mishaps;
    private final @Nullable Object[] values;

    private CallerContext(ContextCarrier[] carriers, Mishaps mishaps, @Nullable Object[] values) {
        this.carriers = carriers;
        this.mishaps = mishaps;
        this.values = values;
    }

    /** Returns the context of no thread yet: from it the contexts of callers are captured. */
    public static CallerContext of(List<ContextCarrier> carriers, Mishaps mishaps) {
        return new CallerContext(carriers.toArray(ContextCarrier[]::new), mishaps, new Object[0]);
    }

    /** Returns the context of this thread, by the same carriers. */
    public CallerContext capture() {
        return new CallerContext(carriers, mishaps, read());
    }

    private @Nullable Object[] read() {
        @Nullable Object[] read = new @Nullable Object[carriers.length];
        for (int i = 0; i < carriers.length; i++) {
            read[i] = read(carriers[i]);
        }
        return read;
    }

    private @Nullable Object read(ContextCarrier carrier) {
        try {
            return carrier.current();
        } catch (Throwable e) {
            mishaps.note("context carrier", e);
            return null;
        }
    }

    /** Gives this thread the captured context and returns what it had before, for {@link #restore}. */
    @Nullable
    Object[] apply() {
        @Nullable Object[] before = values;
        for (int i = 0; i < carriers.length; i++) {
            Object present = read(carriers[i]);
            if (present != values[i]) {
                if (before == values) {
                    before = values.clone();
                }
                before[i] = present;
                set(carriers[i], values[i]);
            }
        }
        return before;
    }

    /** Gives this thread back what it had, whatever was done to it in between. */
    void restore(@Nullable Object[] before) {
        for (int i = 0; i < carriers.length; i++) {
            set(carriers[i], before[i]);
        }
    }

    /** Runs {@code task} in the captured context. */
    public void run(Runnable task) {
        @Nullable Object[] before = apply();
        try {
            task.run();
        } finally {
            restore(before);
        }
    }

    private void set(ContextCarrier carrier, @Nullable Object value) {
        try {
            carrier.set(value);
        } catch (Throwable e) {
            mishaps.note("context carrier", e);
        }
    }
}
