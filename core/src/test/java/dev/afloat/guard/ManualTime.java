package dev.afloat.guard;

import dev.afloat.time.TimeSource;
import dev.afloat.time.TimedWork;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/** Time that passes when the test says so. Work is computed on the test's own thread. */
final class ManualTime implements TimeSource {

    /** Where a test puts its own idea of waiting. */
    interface Waiting {
        void await(TimedWork work, Executor workers) throws InterruptedException;
    }

    private final Clock clock;
    private long now = -7_000_000_000L; // an origin is arbitrary, so readings may be negative
    private @Nullable TimedWork running;
    private Waiting waiting = this::computeHere;

    ManualTime() {
        this.clock = TimeSource.clock(this, Instant.parse("2026-01-01T00:00:00Z"));
    }

    void waitBy(Waiting other) {
        waiting = other;
    }

    void advance(Duration span) {
        advance(span.toNanos());
    }

    void advance(long nanos) {
        now += nanos;
    }

    /** Takes time as a model does: a limit that is over before that cuts it short, at exactly its moment. */
    void take(Duration span) throws InterruptedException {
        TimedWork work = running;
        long until = now + span.toNanos();
        if (work != null && until > work.endNanos()) {
            now = work.endNanos();
            work.expire();
            throw new InterruptedException("the limit is over");
        }
        now = until;
    }

    void computeHere(TimedWork work, Executor workers) {
        running = work;
        work.run();
        running = null;
    }

    @Override
    public long nanos() {
        return now;
    }

    @Override
    public Clock clock() {
        return clock;
    }

    @Override
    public void await(TimedWork work, Executor workers) throws InterruptedException {
        waiting.await(work, workers);
    }

    @Override
    public void execute(Runnable task, Executor executor) {
        executor.execute(task);
    }

    @Override
    public Future<?> schedule(Callable<?> task, long delayNanos, ScheduledExecutorService timer) {
        throw new UnsupportedOperationException();
    }
}
