package dev.afloat.guard;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
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

    /** How long a thread without work is kept. */
    public static final Duration IDLE = Duration.ofSeconds(10);

    private final @Nullable ThreadPoolExecutor pool;
    private final Executor own;
    private final Executor workers;
    private final Executor continuations;
    private final String feature;
    private final Set<Work<?, ?>> inFlight = ConcurrentHashMap.newKeySet();
    private @Nullable ScheduledThreadPoolExecutor timer;
    private volatile boolean closed;

    /**
     * @param feature names the threads
     * @param executor runs calls that have a limit; null for threads of the chain's own: virtual ones where the JVM has them
     */
    public ChainThreads(String feature, @Nullable Executor executor) {
        this.feature = feature;
        ThreadFactory virtual = VirtualThreads.factory("afloat-" + feature);
        if (virtual == null) {
            ThreadPoolExecutor platform = platform(feature);
            this.pool = platform;
            this.own = platform;
        } else {
            this.pool = null;
            this.own = task -> start(virtual, task);
        }
        this.workers = executor == null ? this.own : executor;
        this.continuations = asides(feature);
    }

    /** Runs everything on executors of a test's. */
    ChainThreads(String feature, Executor executor, Executor continuations) {
        this.feature = feature;
        this.pool = null;
        this.own = executor;
        this.workers = executor;
        this.continuations = continuations;
    }

    private static ThreadPoolExecutor platform(String feature) {
        return new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE,
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                daemons("afloat-" + feature + "-"));
    }

    private static ThreadPoolExecutor asides(String feature) {
        ThreadPoolExecutor asides = new ThreadPoolExecutor(
                CONTINUATION_THREADS,
                CONTINUATION_THREADS,
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(CONTINUATION_QUEUE),
                daemons("afloat-" + feature + "-aside-"));
        asides.allowCoreThreadTimeOut(true);
        return asides;
    }

    private static ThreadFactory daemons(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(null, task, prefix + count.incrementAndGet(), 0, false);
            thread.setDaemon(true);
            // Else it would keep the class loader of the first caller's application.
            thread.setContextClassLoader(ChainThreads.class.getClassLoader());
            return thread;
        };
    }

    private void start(ThreadFactory virtual, Runnable task) {
        if (closed) {
            throw new RejectedExecutionException("closed");
        }
        virtual.newThread(task).start();
    }

    /** Returns what runs calls that have a limit. */
    public Executor workers() {
        return workers;
    }

    /**
     * Returns threads of the chain's own: what goes on after a limit must not wait in a queue of the user's behind the very call
     * that is given up, nor be dropped there, nor run on the timer's thread.
     */
    public Executor own() {
        return own;
    }

    /** Returns what runs short tasks aside from the caller. */
    public Executor continuations() {
        return continuations;
    }

    /**
     * Returns the timer, which never runs code of the user's. It has no thread while nothing is scheduled.
     *
     * @throws RejectedExecutionException if closed
     */
    synchronized ScheduledThreadPoolExecutor timer() {
        if (closed) {
            throw new RejectedExecutionException("closed");
        }
        if (timer == null) {
            timer = new ScheduledThreadPoolExecutor(1, daemons("afloat-" + feature + "-timer-"));
            timer.setRemoveOnCancelPolicy(true);
            timer.setKeepAliveTime(IDLE.toSeconds(), TimeUnit.SECONDS);
            timer.allowCoreThreadTimeOut(true);
        }
        return timer;
    }

    /** Returns how many limits are being watched. */
    public synchronized int scheduled() {
        return timer == null ? 0 : timer.getQueue().size();
    }

    /** Notes a call that {@link #close()} has to end. */
    void entered(Work<?, ?> work) {
        inFlight.add(work);
        if (closed) {
            work.close();
        }
    }

    void left(Work<?, ?> work) {
        inFlight.remove(work);
    }

    /** Starts nothing any more, ends calls in flight and interrupts what runs them; continuations that wait still run. */
    @Override
    public void close() {
        synchronized (this) {
            closed = true;
            if (timer != null) {
                timer.shutdownNow();
            }
        }
        inFlight.forEach(Work::close);
        if (pool != null) {
            pool.shutdown();
        }
        if (continuations instanceof ExecutorService asides) {
            asides.shutdown();
        }
    }
}
