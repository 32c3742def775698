package dev.afloat.guard;

import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** A work nobody waits for: whoever decides it goes on with the chain. */
final class AsyncWork<I, O> extends Work<I, O> {
    private final AsyncCaller<O> caller;
    private final long entered;
    final @Nullable Object epoch;

    @Nullable
    Future<?> timer;

    AsyncWork(
            Guard<I, O> guard,
            I input,
            AsyncCaller<O> caller,
            long requestId,
            long entered,
            long end,
            boolean bounded,
            boolean full,
            @Nullable Object epoch) {
        super(guard, input, caller.context(), requestId, end, bounded, full);
        this.caller = caller;
        this.entered = entered;
        this.epoch = epoch;
    }

    @Override
    TierBody<I, O> body() {
        TierBody<I, O> async = tierGuard.spec().asyncBody();
        return async == null ? tierGuard.spec().body() : async;
    }

    @Override
    boolean stage() {
        return tierGuard.spec().stage() || tierGuard.spec().asyncBody() != null;
    }

    @Override
    boolean ownsStage() {
        return tierGuard.spec().ownsStage() || tierGuard.spec().asyncBody() != null;
    }

    @Override
    public void run() {
        try {
            super.run();
        } catch (Throwable e) {
            caller.failed(e); // it may have been decided, and nobody told
        }
    }

    /** On the computing thread, or the one that completed the stage, or the one that closed the chain. */
    @Override
    void wake() {
        end(tierGuard.time().nanos() - entered);
        if (state() == State.CLOSED) {
            abandonUnlessDone();
        }
    }

    /** On the timer's thread, or that of virtual time: what follows is handed to another. */
    @Override
    public boolean expire() {
        if (!super.expire()) {
            return false;
        }
        long nanos = tierGuard.time().nanos() - entered;
        try {
            tierGuard.onWorker(() -> expired(nanos));
        } catch (Throwable noMemory) {
            expired(nanos);
        }
        return true;
    }

    private void expired(long nanos) {
        try {
            settle(nanos);
            abandonUnlessDone();
        } finally {
            tell();
        }
    }

    /** Gives the call up on behalf of a caller that cancelled. Nobody is told. */
    void giveUp() {
        if (cancel()) {
            settle(tierGuard.time().nanos() - entered);
            abandonUnlessDone();
        }
    }

    /** Ends the call of a work that could not be handed over; returns whether it was this that ended it. */
    boolean refused(Throwable why) {
        if (!refuse(why)) {
            return false;
        }
        settle(tierGuard.time().nanos() - entered);
        abandonUnlessDone();
        return true;
    }

    private void end(long nanos) {
        try {
            settle(nanos);
        } finally {
            tell();
        }
    }

    private void settle(long nanos) {
        Future<?> scheduled = timer;
        if (scheduled != null) {
            scheduled.cancel(false);
        }
        tierGuard.settleAsync(this, nanos);
    }

    private void tell() {
        try {
            callerContext().run(() -> caller.settled(this));
        } catch (Throwable e) {
            caller.failed(e);
        }
    }
}
