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
 * <p>Workers have no queue: a call starts at once or is refused. How many calls there are is bounded by the tiers' permits.
 */
public final class ChainThreads implements AutoCloseable {
    /** Threads for continuations. */
    public static final int CONTINUATION_THREADS = 2;

    /** Continuations that may wait; beyond it they are dropped. */
    public static final int CONTINUATION_QUEUE = 256;

    /** How long a thread without work is kept. */
    public static final Duration IDLE = Duration.ofSeconds(10);

    private final Executor relay;
    private final Executor own;
    private final Executor workers;
    private final Executor continuations;
    private final String feature;
    private final Set<InFlight> inFlight = ConcurrentHashMap.newKeySet();
    private @Nullable ScheduledThreadPoolExecutor timer;
    private volatile boolean closed;

    /**
     * @param feature names the threads
     * @param executor runs calls that have a limit; null for threads of the chain's own: virtual ones where the JVM has them
     */
    public ChainThreads(String feature, @Nullable Executor executor) {
        ThreadFactory virtual = VirtualThreads.factory("afloat-" + feature);
        this.feature = feature;
        this.relay = new ThreadPoolExecutor(
                0,
                Integer.MAX_VALUE, // a bound would let slow lower tiers, which run here too, keep calls out
                IDLE.toSeconds(),
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                daemons("afloat-" + feature + "-"));
        this.own = virtual == null ? relay : task -> start(virtual, task);
        this.workers = executor == null ? own : executor;
        this.continuations = asides(feature);
    }

    ChainThreads(String feature, Executor workers, Executor own, Executor continuations) {
        this.feature = feature;
        this.relay = own;
        this.own = own;
        this.workers = workers;
        this.continuations = continuations;
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
     * Returns what an asynchronous request goes on upon: always threads of the chain's own, for those of an executor that was handed in
     * may all be taken, by the very calls that are to be given up.
     */
    Executor own() {
        return own;
    }

    /**
     * Returns what a request goes on upon after a limit has fired: always platform threads, for the carriers of virtual ones may all be
     * taken, by calls that compute and do not end.
     */
    Executor relay() {
        return relay;
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

    /** Returns whether nothing is to be started any more. */
    boolean closed() {
        return closed;
    }

    /** Returns how many limits are being watched. */
    public synchronized int scheduled() {
        return timer == null ? 0 : timer.getQueue().size();
    }

    /** Returns how many calls, and waits for a permit, {@link #close()} would have to end. */
    public int inFlight() {
        return inFlight.size();
    }

    /** Notes what {@link #close()} has to end. */
    void entered(InFlight call) {
        inFlight.add(call);
        if (closed) {
            call.close();
        }
    }

    void left(InFlight call) {
        inFlight.remove(call);
    }

    /** Returns since when nobody has waited for the oldest abandoned call of {@code guard}; {@code now} if there is none. */
    long abandonedSince(Guard<?, ?> guard, long now) {
        long oldest = now;
        for (InFlight call : inFlight) {
            if (call instanceof Work<?, ?> work && work.guard == guard && work.abandoned()) {
                oldest = work.endsAt() - oldest < 0 ? work.endsAt() : oldest;
            }
        }
        return oldest;
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
        inFlight.forEach(InFlight::close);
        shutdown(relay);
        shutdown(continuations);
    }

    private static void shutdown(Executor threads) {
        if (threads instanceof ExecutorService service) {
            service.shutdown();
        }
    }
}
