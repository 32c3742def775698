package dev.afloat.cascade;

import dev.afloat.call.Hit;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks a supplier every so often, and remembers the last value it gave. The next refresh is due when the one before has ended. */
final class Refresher<O> implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger("dev.afloat");
    private static final long IDLE_SECONDS = 10;

    private final String name;
    private final Callable<? extends O> supplier;
    private final long period;
    private final double jitter;
    private final RandomGenerator random;
    private final TimeSource time;

    private volatile Value<O> latest;

    // Guarded by this, all below. The supplier is never asked under it.
    private @Nullable ScheduledThreadPoolExecutor threads;
    private @Nullable Future<?> next;
    private boolean closed;
    private long refreshes;
    private long failures;
    private @Nullable String lastFailure;
    private @Nullable Long failingSince;
    private @Nullable Long startedAt;

    private record Value<O>(O value, long madeAt) {}

    Refresher(
            String name,
            Callable<? extends O> supplier,
            O first,
            Duration period,
            double jitter,
            RandomGenerator random,
            TimeSource time) {
        this.name = name;
        this.supplier = supplier;
        this.period = Deadline.saturatedNanos(period);
        this.jitter = jitter;
        this.random = random;
        this.time = time;
        this.latest = new Value<>(first, time.nanos());
    }

    synchronized void start(boolean atOnce) {
        schedule(atOnce ? 0 : pause());
    }

    private long pause() {
        return Math.max(1, (long) (period * (1 + jitter * (2 * Draw.from(random) - 1))));
    }

    private synchronized void schedule(long delay) {
        if (!closed) {
            next = time.schedule(this::due, delay, threads());
        }
    }

    /** On the timer's thread, which never asks the supplier itself: time sources want their timers back at once. */
    private @Nullable Void due() {
        ScheduledThreadPoolExecutor on = open();
        if (on != null) {
            try {
                time.execute(this::refresh, on);
            } catch (RejectedExecutionException ignored) {
                // It was closed just now.
            }
        }
        return null;
    }

    private synchronized @Nullable ScheduledThreadPoolExecutor open() {
        return closed ? null : threads();
    }

    /** Two threads: one that waits and one that asks. Neither is there before it is needed, nor long after. */
    private synchronized ScheduledThreadPoolExecutor threads() {
        if (threads == null) {
            threads = new ScheduledThreadPoolExecutor(2, daemons("afloat-" + name + "-refresh"));
            threads.setRemoveOnCancelPolicy(true);
            threads.setKeepAliveTime(IDLE_SECONDS, TimeUnit.SECONDS);
            threads.allowCoreThreadTimeOut(true);
        }
        return threads;
    }

    private static ThreadFactory daemons(String threadName) {
        return task -> {
            Thread thread = new Thread(null, task, threadName, 0, false);
            thread.setDaemon(true);
            // Else it would keep the class loader of whoever built it first.
            thread.setContextClassLoader(Refresher.class.getClassLoader());
            return thread;
        };
    }

    private void refresh() {
        synchronized (this) {
            if (closed) {
                return;
            }
            startedAt = time.nanos();
        }
        try {
            O value = supplier.call();
            succeeded(value);
        } catch (Throwable e) {
            failed(e);
        } finally {
            ended();
        }
    }

    private void succeeded(O value) {
        boolean recovered;
        synchronized (this) {
            if (closed) {
                return; // it was deaf to its interrupt
            }
            recovered = failingSince != null;
            latest = new Value<>(value, time.nanos());
            refreshes++;
            failingSince = null;
            lastFailure = null;
        }
        if (recovered) {
            log(() -> LOG.info("The answer '{}' is refreshed again.", name));
        }
    }

    /** The class of the failure and no more: its message may hold content. */
    private void failed(Throwable failure) {
        String type = failure.getClass().getName();
        boolean first;
        synchronized (this) {
            if (closed) {
                return; // it was interrupted by that
            }
            first = failingSince == null;
            failingSince = first ? Long.valueOf(time.nanos()) : failingSince;
            failures++;
            lastFailure = type;
        }
        if (first) {
            log(() -> LOG.warn(
                    "The answer '{}' cannot be refreshed: its supplier failed by {}. The last good value is served meanwhile; "
                            + "this is not logged again until a refresh has gone well.",
                    name,
                    type));
        }
    }

    /** A log that throws must not end the refreshing. */
    private static void log(Runnable line) {
        try {
            line.run();
        } catch (Throwable ignored) {
            // Nothing is left to report to.
        }
    }

    private synchronized void ended() {
        startedAt = null;
        try {
            schedule(pause());
        } catch (RejectedExecutionException ignored) {
            // It was closed just now.
        }
    }

    Hit<O> latest() {
        Value<O> now = latest;
        return new Hit<>(now.value, since(now.madeAt), false);
    }

    synchronized RefreshHealth health() {
        return new RefreshHealth(
                since(latest.madeAt),
                refreshes,
                failures,
                Optional.ofNullable(lastFailure),
                Optional.ofNullable(failingSince).map(this::since),
                Optional.ofNullable(startedAt).map(this::since));
    }

    private Duration since(long moment) {
        return Duration.ofNanos(Math.max(0, time.nanos() - moment));
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (next != null) {
            next.cancel(false);
        }
        if (threads != null) {
            threads.shutdownNow();
        }
    }
}
