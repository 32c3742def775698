package dev.afloat.benchmarks.load;

import dev.afloat.time.TimeSource;
import dev.afloat.time.TimedWork;
import java.time.Clock;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;

/** Real time that remembers what it was asked to do later. */
final class WatchedTime implements TimeSource {
    private final TimeSource real = TimeSource.system();
    private final Queue<Future<?>> scheduled = new ConcurrentLinkedQueue<>();

    /** Returns how many timers have neither fired nor been cancelled. */
    int pending() {
        return (int) scheduled.stream().filter(timer -> !timer.isDone()).count();
    }

    @Override
    public long nanos() {
        return real.nanos();
    }

    @Override
    public Clock clock() {
        return real.clock();
    }

    @Override
    public void await(TimedWork work, Executor workers) throws InterruptedException {
        real.await(work, workers);
    }

    @Override
    public void execute(Runnable task, Executor executor) {
        real.execute(task, executor);
    }

    @Override
    public Future<?> schedule(Callable<?> task, long delayNanos, ScheduledExecutorService timer) {
        Future<?> future = real.schedule(task, delayNanos, timer);
        scheduled.add(future);
        return future;
    }
}
