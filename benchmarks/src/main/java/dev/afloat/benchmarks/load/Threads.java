package dev.afloat.benchmarks.load;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;

/** Which kind of threads callers are on, and which kind calls the model. */
enum Threads {
    PLATFORM("platform threads", false, false),
    VIRTUAL_WORKERS("callers on platform threads, virtual workers", false, true),
    VIRTUAL("virtual threads", true, true);

    private final String title;
    private final boolean virtualCallers;
    private final boolean virtualWorkers;

    Threads(String title, boolean virtualCallers, boolean virtualWorkers) {
        this.title = title;
        this.virtualCallers = virtualCallers;
        this.virtualWorkers = virtualWorkers;
    }

    /** Returns those that this JVM has. */
    static List<Threads> here() {
        return virtualHere() ? List.of(values()) : List.of(PLATFORM);
    }

    private static boolean virtualHere() {
        return Runtime.version().feature() >= 21;
    }

    /** Returns whether workers are virtual. */
    boolean virtualWorkers() {
        return virtualWorkers;
    }

    /** Returns whether a chain has workers of this kind by itself. */
    boolean byDefault() {
        return virtualWorkers == virtualHere();
    }

    /** Returns an executor without a queue and without a bound, as examples have it. */
    ExecutorService workers() {
        return virtualWorkers ? virtual() : Executors.newCachedThreadPool(daemons());
    }

    /** Returns what starts a thread for each caller. */
    ExecutorService callers() {
        return virtualCallers ? virtual() : Executors.newCachedThreadPool(daemons());
    }

    private static ThreadFactory daemons() {
        return task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** By reflection: the byte code is that of Java 17. */
    private static ExecutorService virtual() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("There are no virtual threads on this JVM", e);
        }
    }

    @Override
    public String toString() {
        return title;
    }
}
