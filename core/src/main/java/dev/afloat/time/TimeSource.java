package dev.afloat.time;

import java.time.Clock;
import java.time.Instant;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;

/**
 * The one source of time of a chain: its breakers' clocks, deadlines, limits and caches all read it.
 *
 * <p>A source also decides <em>where waiting happens</em>: the {@linkplain #system() real one} hands work to the threads the chain
 * brings and parks the caller; a virtual one may run the work on the spot and move its clock instead. Nothing else in a chain
 * knows which of the two it has.
 *
 * <p>Implementations of real time must be safe for use by many threads. A virtual source may confine itself to one thread if it
 * says so and fails clearly otherwise.
 */
public interface TimeSource {

    /** Returns the real time: {@link System#nanoTime()}, a monotonic clock, the caller's and the chain's own threads. */
    static TimeSource system() {
        return SystemTimeSource.INSTANCE;
    }

    /** Returns a clock that reads {@code epoch} now and from here on follows {@code time} and nothing else, in UTC. */
    static Clock clock(TimeSource time, Instant epoch) {
        return new MonotonicClock(time, epoch);
    }

    /** Returns monotonic nanoseconds from an arbitrary origin. Compare two readings by their difference only. */
    long nanos();

    /**
     * Returns a clock that advances exactly with {@link #nanos()}: a step of the machine's wall clock does not move it, so it may
     * differ from {@link Clock#systemUTC()} by what the wall clock was stepped since the program started.
     */
    Clock clock();

    /**
     * Starts {@code work} and returns when it is {@linkplain TimedWork#decided() decided}: computed, or expired at its end.
     *
     * <p>A computation that takes exactly its limit is in time; one nanosecond more is too late. In real time this edge is a race.
     *
     * @param work the work, started at most once
     * @param workers runs the work where this source needs a thread for it; a virtual source may leave it unused
     * @throws InterruptedException if the calling thread is interrupted before the work is decided; the work may still run, and the
     *     caller has to {@linkplain TimedWork#cancel() cancel} it
     * @throws java.util.concurrent.RejectedExecutionException if {@code workers} refuses the work, which then was not started; any
     *     other exception or error of {@code workers} (no memory for a thread) passes through too
     */
    void await(TimedWork work, Executor workers) throws InterruptedException;

    /**
     * Runs {@code task} aside from the caller: on {@code executor} in real time, on this thread in virtual time. A {@link TimedWork}
     * is bounded by its own end there; in real time whoever hands it over sees to that by {@link #schedule}.
     *
     * @throws java.util.concurrent.RejectedExecutionException if {@code executor} refuses the task
     */
    void execute(Runnable task, Executor executor);

    /**
     * Runs {@code task} once, when {@code delayNanos} have passed: on the thread of {@code timer} in real time, as an event in
     * virtual time. The task must be short and must not be code of the user's; what it returns is of no account.
     *
     * @return cancels the task, if it has not begun
     * @throws java.util.concurrent.RejectedExecutionException if {@code timer} refuses the task
     */
    Future<?> schedule(Callable<?> task, long delayNanos, ScheduledExecutorService timer);
}
