package dev.afloat.time;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;

/** A reading that the test sets. Awaits nothing. */
final class SetTime implements TimeSource {
    long now;

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public Clock clock() {
        return TimeSource.clock(this, Instant.EPOCH);
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
