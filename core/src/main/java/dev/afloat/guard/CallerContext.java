package dev.afloat.guard;

import dev.afloat.call.ContextCarrier;
import dev.afloat.event.Mishaps;
import java.lang.ref.WeakReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a chain's carriers found on one caller's thread. Immutable, safe for use by many threads. */
public final class CallerContext {
    private static final WeakReference<CallerContext> NOTHING = new WeakReference<>(null);

    private final ContextCarrier[] carriers;
    private final Mishaps mishaps;
    private final @Nullable Object[] values;

    /** Weak: a chain must not keep the class loader of one of its callers. */
    private volatile WeakReference<CallerContext> last = NOTHING;

    private CallerContext(ContextCarrier[] carriers, Mishaps mishaps, @Nullable Object[] values) {
        this.carriers = carriers;
        this.mishaps = mishaps;
        this.values = values;
    }

    /** Returns the context of no thread yet: from it the contexts of callers are captured. */
    public static CallerContext of(List<ContextCarrier> carriers, Mishaps mishaps) {
        return new CallerContext(carriers.toArray(ContextCarrier[]::new), mishaps, new Object[0]);
    }

    /** Returns the context of this thread, by the same carriers; the one captured last, if nothing differs from it. */
    public CallerContext capture() {
        @Nullable Object[] present = read();
        CallerContext before = last.get();
        if (before != null && same(before.values, present)) {
            return before;
        }
        CallerContext captured = new CallerContext(carriers, mishaps, present);
        last = new WeakReference<>(captured);
        return captured;
    }

    private static boolean same(@Nullable Object[] some, @Nullable Object[] others) {
        for (int i = 0; i < some.length; i++) {
            if (some[i] != others[i]) {
                return false;
            }
        }
        return true;
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
