package dev.afloat.guard;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The threads of one chain: workers, which run calls that have a limit, and a small executor for what goes on aside from the
 * caller. All are daemons, none exists before it is needed, none is left idle for long, and none after {@link #close()}.
 *
 * <p>Workers have no queue: a call starts at once or is refused. How many there are is bounded by the tiers' permits.
 */
public final class ChainThreads implements AutoCloseable {
    /** Threads for continuations. */
    public static final int CONTINUATION_THREADS = 2;

    /** Continuations that may wait; beyond it they are dropped. */
    public static final int CONTINUATION_QUEUE = 256;

    private static final long IDLE_SECONDS = 10;

    private final @Nullable ThreadPoolExecutor pool;
    private final Executor workers;
    private final ThreadPoolExecutor continuations;

    /** Virtual threads, which no pool knows. */
    private final Set<Thread> running = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /**
     * @param feature names the threads
     * @param executor runs calls that have a limit; null for threads of the chain's own: virtual ones where the JVM has them
     */
    public ChainThreads(String feature, @Nullable Executor executor) {
        ThreadFactory virtual = VirtualThreads.factory("afloat-" + feature);
        if (executor != null) {
            this.pool = null;
            this.workers = executor;
        } else if (virtual != null) {
            this.pool = null;
            this.workers = task -> start(virtual, task);
        } else {
            ThreadPoolExecutor platform = new ThreadPoolExecutor(
                    0,
                    Integer.MAX_VALUE,
                    IDLE_SECONDS,
                    TimeUnit.SECONDS,
                    new SynchronousQueue<>(),
                    daemons("afloat-" + feature + "-"));
            this.pool = platform;
            this.workers = platform;
        }
        this.continuations = new ThreadPoolExecutor(
                CONTINUATION_THREADS,
                CONTINUATION_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(CONTINUATION_QUEUE),
                daemons("afloat-" + feature + "-aside-"));
        continuations.allowCoreThreadTimeOut(true);
    }

    private static ThreadFactory daemons(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(null, task, prefix + count.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            return thread;
        };
    }

    private void start(ThreadFactory virtual, Runnable task) {
        Thread thread = virtual.newThread(() -> {
            try {
                task.run();
            } finally {
                running.remove(Thread.currentThread());
            }
        });
        running.add(thread);
        try {
            // After it was added: so either this sees that the chain is closed, or close() sees the thread.
            if (closed) {
                throw new RejectedExecutionException("closed");
            }
            thread.start();
        } catch (Throwable e) {
            running.remove(thread);
            throw e;
        }
    }

    /** Returns what runs calls that have a limit. */
    public Executor workers() {
        return workers;
    }

    /** Returns what runs short tasks aside from the caller. */
    public Executor continuations() {
        return continuations;
    }

    /** Starts nothing any more, interrupts the workers that are left, and lets continuations that wait finish. */
    @Override
    public void close() {
        closed = true;
        if (pool != null) {
            pool.shutdownNow();
        }
        running.forEach(Thread::interrupt);
        continuations.shutdown();
    }
}
