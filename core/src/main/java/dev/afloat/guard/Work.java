package dev.afloat.guard;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.time.TimedWork;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One call with a time limit: the task a worker runs, the future the limiter waits for, the holder of the tier's permit and the
 * decision how the call ended, in one object.
 *
 * <p>Three things happen once each, by compare-and-set: the <em>decision</em> ({@link #state}); the <em>end</em> of the computation
 * ({@link #life}), which may come long after the decision and gives the permit back; and the <em>interrupt</em> ({@link #runner}),
 * which reaches the thread only while it computes this work.
 */
final class Work<I, O> extends Call<O> implements TimedWork, Future<O> {

    private enum State {
        PENDING,
        DONE,
        TIMED_OUT,
        CANCELLED,
        REFUSED
    }

    private enum Life {
        RUNNING,
        ABANDONED,
        ENDED
    }

    /** What {@link #runner} holds besides null (not started) and the computing thread. */
    private enum Runner {
        CLAIMED,
        INTERRUPTED,
        GONE
    }

    private static final Runnable FIRED = Work::fired;
    private static final VarHandle STATE = field("state", State.class);
    private static final VarHandle LIFE = field("life", Life.class);
    private static final VarHandle RUNNER = field("runner", Object.class);
    private static final VarHandle HOOK = field("hook", Runnable.class);

    private final GuardSpec<I, O> spec;
    private final I input;
    private final Thread waiter = Thread.currentThread();
    private final boolean fullSlice;

    private volatile State state = State.PENDING;

    @SuppressWarnings("UnusedVariable") // read by its handle
    private volatile Life life = Life.RUNNING;

    private volatile @Nullable Object runner;
    private volatile @Nullable Runnable hook;
    private volatile @Nullable O unjudged;
    private @Nullable Throwable refusal;

    Work(Guard<I, O> guard, GuardSpec<I, O> spec, I input, long requestId, long endNanos, boolean fullSlice) {
        super(guard, requestId, endNanos, true);
        this.spec = spec;
        this.input = input;
        this.fullSlice = fullSlice;
    }

    private static void fired() {}

    private static VarHandle field(String name, Class<?> type) {
        try {
            return MethodHandles.lookup().findVarHandle(Work.class, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    // What time does with the work.

    @Override
    public long endNanos() {
        return end();
    }

    @Override
    public boolean decided() {
        return state != State.PENDING;
    }

    @Override
    public void compute() {
        Thread thread = Thread.currentThread();
        // Before the state is read: else a work given up in between would be computed all the same.
        if (!RUNNER.compareAndSet(this, null, thread)) {
            return;
        }
        if (state == State.PENDING) {
            compute(spec, input);
        }
        if (!RUNNER.compareAndSet(this, thread, Runner.GONE)) {
            while (runner == Runner.CLAIMED) {
                Thread.onSpinWait();
            }
            Thread.interrupted(); // ours, and it must not reach what this thread does next
        }
    }

    @Override
    boolean toBeJudged(O answer) {
        unjudged = answer;
        return state == State.PENDING;
    }

    /** The permit goes back before the caller is told: else its next call could meet a tier that seems full. */
    @Override
    public void finish() {
        Life before = (Life) LIFE.getAndSet(this, Life.ENDED);
        if (before == Life.ENDED) {
            return;
        }
        guard.workEnded(before == Life.ABANDONED);
        if (STATE.compareAndSet(this, State.PENDING, State.DONE)) {
            LockSupport.unpark(waiter);
        }
    }

    @Override
    public boolean expire() {
        return STATE.compareAndSet(this, State.PENDING, State.TIMED_OUT);
    }

    @Override
    public boolean cancel() {
        return STATE.compareAndSet(this, State.PENDING, State.CANCELLED);
    }

    /** Decides that the work was never handed over, unless it is decided already. */
    void refuse(Throwable why) {
        if (STATE.compareAndSet(this, State.PENDING, State.REFUSED)) {
            refusal = why;
        }
    }

    // What the guard does with the work, on the caller's thread.

    /** Returns how the decided call ended. */
    Outcome conclude(long nanos) {
        O late = unjudged;
        return switch (state) {
            case DONE -> ended(nanos);
            case TIMED_OUT -> {
                if (late != null && spec.checks().acceptOnFailure()) {
                    yield ended(ran(Outcome.NEUTRAL, null, "check-overran", nanos), late);
                }
                if (!fullSlice) {
                    yield ended(ran(Outcome.NEUTRAL, FailureKind.OUT_OF_TIME, null, nanos), null);
                }
                yield late != null
                        ? ended(ran(Outcome.QUALITY_FAILURE, FailureKind.QUALITY, "check-overran", nanos), null)
                        : ended(ran(Outcome.TIMEOUT, FailureKind.TIMEOUT, null, nanos), null);
            }
            case CANCELLED, PENDING -> ended(ran(Outcome.NEUTRAL, FailureKind.CANCELLED, null, nanos), null);
            case REFUSED ->
                ended(Attempt.ran(tier(), Outcome.SKIPPED, FailureKind.SATURATED, null, nanos, refusal), null);
        };
    }

    private Attempt ran(Outcome outcome, @Nullable FailureKind kind, @Nullable String code, long nanos) {
        return Attempt.ran(tier(), outcome, kind, code, nanos, null);
    }

    /** Stops a computation that nobody waits for: one not started never will be, one that runs is interrupted. */
    void abandonUnlessDone() {
        if (state == State.DONE) {
            return;
        }
        if (LIFE.compareAndSet(this, Life.RUNNING, Life.ABANDONED)) {
            guard.workAbandoned();
        }
        if (RUNNER.compareAndSet(this, null, Runner.GONE)) {
            finish();
        } else if (runner instanceof Thread thread && RUNNER.compareAndSet(this, thread, Runner.CLAIMED)) {
            try {
                thread.interrupt();
            } finally {
                runner = Runner.INTERRUPTED;
            }
        }
        Runnable hooks = (Runnable) HOOK.getAndSet(this, FIRED);
        if (hooks != null) {
            guard.aside("cancel hook", hooks);
        }
    }

    @Override
    public boolean cancelled() {
        State now = state;
        return now != State.PENDING && now != State.DONE;
    }

    @Override
    public void onCancel(Runnable added) {
        Objects.requireNonNull(added, "hook");
        while (true) {
            Runnable before = hook;
            if (before == FIRED) {
                guard.harmless("cancel hook", added);
                return;
            }
            if (HOOK.compareAndSet(this, before, before == null ? added : guard.both(before, added))) {
                return;
            }
        }
    }

    // What Resilience4j's limiter does with the work, on the caller's thread.

    /**
     * Waits until the work is decided, by its own end: the time the limiter names is that of the tier, not of this call, and is
     * ignored.
     */
    @Override
    public @Nullable O get(long ignored, TimeUnit unit) throws InterruptedException, ExecutionException {
        try {
            guard.await(this);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            cancel(); // does nothing if the answer was quicker: then it is served, and the flag stays set
        } catch (Throwable e) {
            refuse(e);
        }
        switch (state) {
            case DONE -> {
                if (thrown != null) {
                    throw Stackless.failed(thrown);
                }
                return null; // the guard takes the answer, once it is concluded
            }
            case TIMED_OUT -> {
                if (fullSlice) {
                    throw Stackless.LIMIT_FIRED;
                }
                throw Stackless.NO_EVENT;
            }
            case PENDING, CANCELLED, REFUSED -> throw Stackless.NO_EVENT;
        }
        throw new AssertionError(state);
    }

    @Override
    public @Nullable O get() throws InterruptedException, ExecutionException {
        return get(0, TimeUnit.NANOSECONDS);
    }

    /** Nothing to the limiter: the guard cancels, after it has settled. */
    @Override
    public boolean cancel(boolean interrupt) {
        return false;
    }

    @Override
    public boolean isCancelled() {
        return false;
    }

    @Override
    public boolean isDone() {
        return decided();
    }
}
