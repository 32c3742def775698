package dev.afloat.call;

import org.jspecify.annotations.Nullable;

/** The thread's context class loader. */
enum ClassLoaderCarrier implements ContextCarrier {
    INSTANCE;

    @Override
    public @Nullable Object current() {
        return Thread.currentThread().getContextClassLoader();
    }

    @Override
    public void set(@Nullable Object value) {
        Thread.currentThread().setContextClassLoader((ClassLoader) value);
    }
}
