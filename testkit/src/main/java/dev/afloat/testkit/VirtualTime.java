package dev.afloat.testkit;

import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import dev.afloat.time.TimedWork;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;

/**
 * Time that passes only when something takes it: a stub that {@linkplain #pause(Duration) pauses}, or a test that {@linkplain
 * #advance(Duration) advances} it. Give it to a chain (and to its caches) as time source; then nothing sleeps, no thread is
 * started, and a limit fires at exactly its time.
 *
 * <p>Confined to the thread that uses it first; another one gets an {@link AssertionError}. The clock starts on 2026-01-01
 * at midnight UTC.
 */
public final class VirtualTime implements TimeSource {
    /** Tasks that run inside one another: where one leads to the next without end, the stack must not grow with their number. */
    private static final int MOST_NESTED = 16;

    private static final Instant EPOCH = Instant.parse("2026-01-01T00:00:00Z");

    private final EventQueue events = new EventQueue();
    private final Deque<Frame> frames = new ArrayDeque<>();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final Clock clock = TimeSource.clock(this, EPOCH);
    private @Nullable Thread owner;
    private int nested;

    /** A call with a limit that is being computed, by this thread. */
    private static final class Frame {
        final TimedWork work;
        boolean over;
        boolean cancelled;

        @Nullable
        Long busyUntil;

        Frame(TimedWork work) {
            this.work = work;
        }
    }

    @Override
    public long nanos() {
        confine();
        return events.now();
    }

    @Override
    public Clock clock() {
        return clock;
    }

    /** Returns the time that has passed since this object was made. */
    public Duration elapsed() {
        return Duration.ofNanos(nanos());
    }

    /**
     * Lets time pass, and what was scheduled happen. Limits of asynchronous requests fire a nanosecond late: exactly is in time.
     *
     * @throws IllegalArgumentException if {@code duration} is negative
     * @throws AssertionError if called inside a tier with a limit: code that takes time there must {@link #pause} instead
     */
    public void advance(Duration duration) {
        confine();
        if (!frames.isEmpty()) {
            // An error, so that the chain does not take it for a failure of the tier.
            throw new AssertionError(
                    "advance() would ignore the limit of the tier that is running; a stub takes time by pause()");
        }
        events.proceedTo(events.now() + checked(duration), false);
    }

    /** Schedules {@code action} for {@code delay} from now. It runs when time passes over that moment. */
    public void schedule(Duration delay, Runnable action) {
        confine();
        Future<?> unused = events.add(events.now() + checked(delay), action);
    }

    /**
     * Takes time, as a blocking call of a model does. If a limit around it is over before {@code duration}, the clock stops at
     * exactly that moment and the call is unwound by an {@link InterruptedException}, as an interrupt would. So it is at the moment
     * when something {@linkplain #schedule scheduled} interrupts the thread: that is the caller's interrupt.
     *
     * @throws InterruptedException if nobody waits for this call any more, or if the thread is interrupted
     */
    public void pause(Duration duration) throws InterruptedException {
        pause(checked(duration), false);
    }

    /**
     * As {@link #pause}, but as a call that ignores interrupts: it is unwound too, since the test has only this thread, yet it holds
     * its tier's permit, and counts as abandoned, until {@code duration} is over.
     *
     * @throws InterruptedException if nobody waits for this call any more
     */
    public void pauseIgnoringInterrupts(Duration duration) throws InterruptedException {
        pause(checked(duration), true);
    }

    private void pause(long duration, boolean deaf) throws InterruptedException {
        confine();
        Frame top = frames.peek();
        if (top != null && top.over) {
            throw new Unwound();
        }
        if (!deaf && Thread.interrupted()) {
            // By the stub itself, on what would be a worker: no caller's business.
            throw new Unwound();
        }
        long target = events.now() + duration;
        Frame first = firstToExpire();
        boolean expires = first != null && target > first.work.endNanos();
        long end = expires && first != null ? first.work.endNanos() : target;
        boolean interrupted = events.proceedTo(end, top != null || !deaf);
        if (interrupted) {
            Thread.interrupted();
            unwind(null, deaf ? target : null);
        } else if (expires) {
            unwind(first, deaf ? target : null);
        }
    }

    /** The innermost of those that end first. What follows a decided call, inside its frame, is not bounded by it any more. */
    private @Nullable Frame firstToExpire() {
        Frame first = null;
        for (Frame frame : frames) {
            if (!frame.work.decided() && (first == null || frame.work.endNanos() < first.work.endNanos())) {
                first = frame;
            }
        }
        return first;
    }

    /** Ends {@code expired} and cancels what runs inside it; cancels everything if {@code expired} is null. */
    private void unwind(@Nullable Frame expired, @Nullable Long busyUntil) throws InterruptedException {
        mark(expired, busyUntil);
        throw new Unwound();
    }

    private void mark(@Nullable Frame expired, @Nullable Long busyUntil) {
        for (Frame frame : frames) {
            frame.over = true;
            if (frame == frames.peek()) {
                frame.busyUntil = busyUntil;
            }
            if (frame == expired) {
                frame.work.expire();
                break;
            }
            frame.cancelled = true;
            frame.work.cancel();
        }
    }

    @Override
    public void await(TimedWork work, Executor workers) throws InterruptedException {
        confine();
        if (Thread.interrupted()) {
            throw new InterruptedException();
        }
        Frame frame = new Frame(work);
        if (!compute(frame)) {
            drive(frame);
        }
        if (frames.isEmpty()) {
            runWaiting();
        }
        if (frame.cancelled) {
            throw new InterruptedException();
        }
    }

    /** Runs a work inside its frame; returns whether its computation ended. */
    private boolean compute(Frame frame) {
        frames.push(frame);
        boolean ended;
        try {
            ended = frame.work.compute();
        } finally {
            frames.remove(frame);
        }
        Thread.interrupted(); // set by the stub's code, on what would be a worker: here it is the caller's thread
        if (!ended) {
            return false;
        }
        if (frame.busyUntil != null && frame.busyUntil > events.now()) {
            Future<?> unused = events.add(frame.busyUntil, frame.work::finish);
        } else {
            frame.work.finish();
        }
        return true;
    }

    /** Lets time pass until a work that waits for a stage is decided. */
    private void drive(Frame frame) {
        frames.push(frame);
        try {
            while (!frame.over && !frame.work.decided()) {
                Frame first = Objects.requireNonNull(firstToExpire());
                if (!waiting.isEmpty()) {
                    runWaiting(); // what the stage waits for may be among it
                } else if (events.hasNextBy(first.work.endNanos())) {
                    events.proceedToNext();
                } else if (Deadline.far(first.work.endNanos() - events.now())) {
                    throw new AssertionError(
                            "A call waits for a stage that nothing scheduled on this time will complete");
                } else {
                    events.proceedTo(first.work.endNanos(), false);
                    mark(first, null);
                }
                if (Thread.interrupted()) {
                    mark(null, null);
                }
            }
        } finally {
            frames.remove(frame);
        }
    }

    /**
     * Runs {@code task} at once, or as soon as the call, or the many tasks, around it have ended. A {@link TimedWork} is bounded by its end.
     */
    @Override
    public void execute(Runnable task, Executor executor) {
        confine();
        waiting.add(task);
        if (frames.isEmpty() && nested < MOST_NESTED) {
            runWaiting();
        }
    }

    /** Runs what would run on workers: their interrupts are not this thread's. */
    private void runWaiting() {
        boolean interrupted = Thread.interrupted();
        nested++;
        try {
            Runnable task;
            while ((task = waiting.poll()) != null) {
                if (task instanceof TimedWork work) {
                    compute(new Frame(work));
                } else {
                    task.run();
                }
                Thread.interrupted();
            }
        } finally {
            nested--;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public Future<?> schedule(Callable<?> task, long delayNanos, ScheduledExecutorService timer) {
        confine();
        return events.add(events.now() + delayNanos, () -> {
            try {
                task.call();
            } catch (Exception e) {
                throw new AssertionError("A task of the timer threw", e);
            }
        });
    }

    /** Returns how many things are scheduled: limits that are watched, and stubs that are busy. */
    public int scheduled() {
        return events.size();
    }

    private void confine() {
        Thread current = Thread.currentThread();
        if (owner == null) {
            owner = current;
        } else if (owner != current) {
            throw new AssertionError(
                    "This VirtualTime is driven by thread '" + owner.getName() + "', not by '" + current.getName()
                            + "'. Use one VirtualTime per test and call the chain from the test's own thread.");
        }
    }

    private static long checked(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("Time does not run backwards: " + duration);
        }
        return Deadline.saturatedNanos(duration);
    }
}
