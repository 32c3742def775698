package dev.afloat.micrometer;

import dev.afloat.time.TimeSource;
import dev.afloat.time.TimedWork;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;

/** Real time, for many threads, which a test can set forward: limits of calls on their way then fire the later. */
final class ForwardTime implements TimeSource {
    private final AtomicLong ahead = new AtomicLong();
    private final Clock clock = TimeSource.clock(this, Instant.EPOCH);

    void advance(Duration span) {
        ahead.addAndGet(span.toNanos());
    }

    @Override
    public long nanos() {
        return System.nanoTime() + ahead.get();
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public void await(TimedWork work, Executor workers) throws InterruptedException {
        TimeSource.system().await(work, workers);
    }

    @Override
    public void execute(Runnable task, Executor executor) {
        TimeSource.system().execute(task, executor);
    }

    @Override
    public Future<?> schedule(Callable<?> task, long delayNanos, ScheduledExecutorService timer) {
        return TimeSource.system().schedule(task, delayNanos, timer);
    }
}
