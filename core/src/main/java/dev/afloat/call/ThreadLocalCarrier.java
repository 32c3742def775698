package dev.afloat.call;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One thread-local. */
final class ThreadLocalCarrier<T> implements ContextCarrier {
    private final ThreadLocal<T> local;

    ThreadLocalCarrier(ThreadLocal<T> local) {
        this.local = Objects.requireNonNull(local, "local");
    }

    @Override
    public @Nullable Object current() {
        return local.get();
    }

    @Override
    @SuppressWarnings("unchecked")
    public void set(@Nullable Object value) {
        if (value == null) {
            local.remove();
        } else {
            local.set((T) value);
        }
    }
}
