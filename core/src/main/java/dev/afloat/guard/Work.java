package dev.afloat.guard;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.time.TimedWork;
import java.lang.invoke.VarHandle;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * One call that another thread than its caller's computes: the task, the holder of the tier's permit, and the decision how the call
 * ended, in one object.
 *
 * <p>Two things happen once each, by compare-and-set: the <em>decision</em> ({@link #state}), and the <em>end</em> of the computation
 * ({@link #end}), which may come long after the decision and gives the permit back.
 */
abstract class Work<I, O> extends StoppableCall<O> implements TimedWork, InFlight {

    enum State {
        PENDING,
        DONE,
        TIMED_OUT,
        CANCELLED,
        REFUSED,
        CLOSED
    }

    private static final VarHandle STATE = field(Work.class, "state", State.class);

    /** The guard of {@link Call}, with the type of its input. */
    final Guard<I, O> tierGuard;

    private final I input;
    private final CallerContext context;
    private final boolean fullSlice;

    private volatile State state = State.PENDING;

    private volatile @Nullable O unjudged;
    private @Nullable Throwable refusal;
    private @Nullable O served;

    Work(Guard<I, O> guard, I input, CallerContext context, long requestId, long end, boolean fullSlice) {
        super(guard, requestId, end);
        this.tierGuard = guard;
        this.input = input;
        this.context = context;
        this.fullSlice = fullSlice;
    }

    /** Returns the code to run, which may differ between a chain that waits and one that does not. */
    abstract TierBody<I, O> body();

    /** Returns whether that code returns stages. */
    abstract boolean stage();

    /** Returns whether its stages belong to this call. */
    abstract boolean ownsStage();

    /** Called once, when the computation was decided as done or closed: by the computing or the closing thread. */
    abstract void wake();

    final State state() {
        return state;
    }

    final boolean fullSlice() {
        return fullSlice;
    }

    final CallerContext callerContext() {
        return context;
    }

    @Override
    public final long endNanos() {
        return endsAt();
    }

    @Override
    public final boolean decided() {
        return state != State.PENDING;
    }

    @Override
    public final boolean compute() {
        Thread thread = Thread.currentThread();
        // Before the state is read: else a work given up in between would be computed all the same.
        if (!enter(thread)) {
            return false; // it was finished when it was given up
        }
        // On a thread of the caller's own, a flag may be meant for the caller.
        boolean foreign = thread.isInterrupted() || isCaller(thread);
        CompletionStage<?> stage = null;
        try {
            stage = inContext();
        } catch (Throwable e) {
            failed(e); // no memory for the context
        } finally {
            leave(thread, foreign);
        }
        return stage == null || !StageListener.listen(this, stage);
    }

    private @Nullable CompletionStage<?> inContext() {
        @Nullable Object[] before = context.apply();
        try {
            return state == State.PENDING ? begin() : null;
        } finally {
            context.restore(before);
        }
    }

    /** Runs the code; returns the stage it returned, if it is one. */
    private @Nullable CompletionStage<?> begin() {
        try {
            Object returned = body().call(input, this);
            if (stage() && returned instanceof CompletionStage<?> stage) {
                return stage;
            }
            judge(tierGuard.spec(), input, returned);
        } catch (Throwable e) {
            failed(e);
        }
        return null;
    }

    /** Returns whether this is the thread that waits for the work, which an executor may have made to compute it. */
    boolean isCaller(Thread thread) {
        return false;
    }

    /** Takes what a stage was completed with; the caller sees to it that the work is finished. */
    final void completed(@Nullable Object returned, @Nullable Throwable failure) {
        if (failure != null) {
            Throwable cause = failure.getCause();
            failed(failure instanceof CompletionException && cause != null ? cause : failure);
        } else if (!decided()) {
            try {
                judge(tierGuard.spec(), input, returned);
            } catch (Throwable e) {
                failed(e);
            }
        }
    }

    @Override
    final boolean wanted() {
        boolean pending = state == State.PENDING;
        if (pending) {
            context.apply(); // anew: the call may have changed it
        }
        return pending;
    }

    @Override
    final boolean toBeJudged(O answer) {
        if (!wanted()) {
            return false;
        }
        unjudged = answer;
        return true;
    }

    /** Where somebody waits for it, the permit goes back when the outcome is recorded: who gets it next shall find the breaker told. */
    @Override
    public final void finish() {
        Life before = end();
        if (before != Life.RUNNING && before != Life.ABANDONED) {
            return;
        }
        boolean done = false;
        try {
            done = decide(State.DONE);
        } finally {
            if (!done) {
                release(before == Life.ABANDONED);
            }
        }
        if (done) {
            wake();
        }
    }

    private void release(boolean wasAbandoned) {
        if (releases()) {
            tierGuard.workEnded(this, wasAbandoned);
        }
    }

    // Deciding.

    private boolean decide(State ending) {
        return STATE.compareAndSet(this, State.PENDING, ending);
    }

    @Override
    public boolean expire() {
        return decide(State.TIMED_OUT);
    }

    @Override
    public final boolean cancel() {
        return decide(State.CANCELLED);
    }

    /** Decides that the work was never handed over, unless it is decided already. */
    final boolean refuse(Throwable why) {
        boolean first = decide(State.REFUSED);
        if (first) {
            refusal = why; // read by this thread only
        }
        return first;
    }

    @Override
    public final void close() {
        if (decide(State.CLOSED)) {
            wake();
        }
    }

    /** Returns how the decided call ended; to be called once. */
    final Attempt conclude(long nanos, Object admitted) {
        conclude(nanos);
        return judged(tierGuard.latency(), input, admitted, state == State.TIMED_OUT);
    }

    private Attempt conclude(long nanos) {
        return switch (state) {
            case DONE -> ended(nanos);
            case TIMED_OUT -> late(unjudged, nanos);
            case CANCELLED, PENDING -> ended(neutral(FailureKind.CANCELLED, nanos), null);
            case CLOSED -> ended(neutral(FailureKind.CLOSED, nanos), null);
            case REFUSED ->
                ended(Attempt.ran(tier(), Outcome.SKIPPED, FailureKind.SATURATED, null, nanos, refusal), null);
        };
    }

    private Attempt late(@Nullable O found, long nanos) {
        boolean served = found != null && tierGuard.spec().checks().acceptOnFailure();
        return ended(Endings.late(tier(), found != null, served, fullSlice, nanos), served ? found : null);
    }

    @Override
    public final long late(long now) {
        return state == State.TIMED_OUT ? Math.max(0, now - endsAt()) : 0;
    }

    private Attempt neutral(FailureKind kind, long nanos) {
        return Endings.ran(tier(), Outcome.NEUTRAL, kind, nanos);
    }

    /** Apart from the answer, which a computation that was given up may still write. */
    @Override
    final void serve(@Nullable O toServe) {
        served = toServe;
    }

    @Override
    public final @Nullable O value() {
        return served;
    }

    /**
     * To be called once the outcome is recorded, and before the caller is told: gives the permit of a work that is done back, stops a
     * computation that nobody waits for, and runs what was registered for that.
     */
    final void settled() {
        if (state == State.DONE) {
            release(false);
            return;
        }
        stop();
        Runnable hooks = fire();
        if (hooks != null) {
            tierGuard.environment().certainlyAside("cancel hook", context, hooks);
        }
    }

    /** A computation that was not started never will be, one that runs is interrupted. Runs no code of the user's. */
    final void stop() {
        if (abandon(tierGuard.time().nanos())) {
            tierGuard.admission().abandoned();
        }
        if (shut()) {
            finish();
        } else {
            interrupt();
        }
    }

    @Override
    public final boolean cancelled() {
        State now = state;
        return now != State.PENDING && now != State.DONE;
    }
}
