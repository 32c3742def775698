package dev.afloat.benchmarks.load;

import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** What kind of threads run the calls of a model. Callers are always platform threads. */
enum Workers {
    PLATFORM,
    VIRTUAL;

    /** Returns the kinds that this JVM has: virtual ones since 21. */
    static List<Workers> here() {
        return Runtime.version().feature() >= 21 ? List.of(PLATFORM, VIRTUAL) : List.of(PLATFORM);
    }

    /** Returns whether a chain has workers of this kind by itself. */
    boolean byDefault() {
        return (this == VIRTUAL) == here().contains(VIRTUAL);
    }

    /** Returns an executor without a queue and without a bound, as examples have it. */
    ExecutorService executor() {
        if (this == PLATFORM) {
            return Executors.newCachedThreadPool(task -> {
                Thread thread = new Thread(task);
                thread.setDaemon(true);
                return thread;
            });
        }
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("There are no virtual threads on this JVM", e);
        }
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
