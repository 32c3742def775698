package dev.afloat.cascade;

import dev.afloat.time.TimeSource;
import dev.afloat.time.TimedWork;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that is moved by hand, and read by many threads. Nobody waits by it. */
final class HandClock implements TimeSource {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5); // an origin like any other

    void advance(Duration by) {
        nanos.addAndGet(by.toNanos());
    }

    @Override
    public long nanos() {
        return nanos.get();
    }

    @Override
    public Clock clock() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void await(TimedWork work, Executor workers) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void execute(Runnable task, Executor executor) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Future<?> schedule(Callable<?> task, long delayNanos, ScheduledExecutorService timer) {
        throw new UnsupportedOperationException();
    }
}
