package dev.afloat.time;

import java.time.Clock;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Real time: workers compute, callers park. */
enum SystemTimeSource implements TimeSource {
    INSTANCE;

    private final Clock clock = TimeSource.clock(this, Clock.systemUTC().instant());

    @Override
    public long nanos() {
        return System.nanoTime();
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public void await(TimedWork work, Executor workers) throws InterruptedException {
        workers.execute(work);
        while (!work.decided()) {
            // Before the limit is looked at: when both happen at once, cancellation wins.
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
            long left = work.endNanos() - nanos();
            if (left < 0) {
                work.expire();
            } else {
                LockSupport.parkNanos(work, left + 1);
            }
        }
    }

    @Override
    public void execute(Runnable task, Executor executor) {
        executor.execute(task);
    }

    @Override
    public Future<?> schedule(Callable<?> task, long delayNanos, ScheduledExecutorService timer) {
        return timer.schedule(task, delayNanos, TimeUnit.NANOSECONDS);
    }
}
