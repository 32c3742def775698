package dev.afloat.call;

import org.jspecify.annotations.Nullable;

/**
 * Something that hangs on the thread and should go where a call goes: a logging context, a tenant, a trace.
 *
 * <p>A chain reads it once on the caller's thread, sets it on whatever thread runs code of the user's for that call (the call,
 * checks, listeners, hooks), and afterwards sets back what was there. Methods are called concurrently by many threads; what they
 * throw is logged and leaves the call alone.
 */
public interface ContextCarrier {

    /** Returns the carrier of SLF4J's MDC. Every chain has it. */
    static ContextCarrier mdc() {
        return MdcCarrier.INSTANCE;
    }

    /** Returns the carrier of the thread's context class loader. Every chain has it. */
    static ContextCarrier classLoader() {
        return ClassLoaderCarrier.INSTANCE;
    }

    /** Returns the carrier of one thread-local: the very value, not a copy, so it must be safe for use by several threads. */
    static <T> ContextCarrier of(ThreadLocal<T> local) {
        return new ThreadLocalCarrier<>(local);
    }

    /** Returns what this thread has; null for nothing. */
    @Nullable
    Object current();

    /** Gives this thread {@code value}, which an earlier {@link #current()} returned; null takes away what it has. */
    void set(@Nullable Object value);
}
