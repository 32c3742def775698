package dev.afloat.guard;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A call that can be stopped from outside: by an interrupt of the thread that computes it, which reaches the thread only while it does,
 * and by the hooks that the code registered for that.
 */
abstract class StoppableCall<O> extends ToldCall<O> {

    /** What {@link #runner} holds besides null (not started) and the computing thread. */
    private enum Runner {
        CLAIMED,
        INTERRUPTED,
        GONE
    }

    enum Life {
        RUNNING,
        ABANDONED,
        /** Has ended, and holds its permit until its outcome is recorded. */
        ENDED,
        RELEASED
    }

    private static final Runnable FIRED = StoppableCall::fired;
    private static final VarHandle RUNNER = field(StoppableCall.class, "runner", Object.class);
    private static final VarHandle HOOK = field(StoppableCall.class, "hook", Runnable.class);

    private static final VarHandle LIFE = field(StoppableCall.class, "life", Life.class);

    private volatile @Nullable Object runner;
    private volatile Life life = Life.RUNNING;
    private volatile @Nullable Runnable hook;

    StoppableCall(Guard<?, O> guard, long requestId, long end) {
        super(guard, requestId, end);
    }

    private static void fired() {}

    /** Returns the handle of a field that {@code owner} declares. */
    static VarHandle field(Class<?> owner, String name, Class<?> type) {
        try {
            return MethodHandles.privateLookupIn(owner, MethodHandles.lookup()).findVarHandle(owner, name, type);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** Notes that nobody waits for it from {@code now} on; returns whether it still runs and this is new. */
    final boolean abandon(long now) {
        boolean first = LIFE.compareAndSet(this, Life.RUNNING, Life.ABANDONED);
        if (first) {
            endsBy(now);
        }
        return first;
    }

    /** Returns whether it still runs although nobody waits for it, since {@link #endsAt()}. */
    final boolean abandoned() {
        return life == Life.ABANDONED;
    }

    /** Notes that the computation has ended; returns what was before, which is {@code RUNNING} or {@code ABANDONED} once. */
    final Life end() {
        Life before = life;
        while ((before == Life.RUNNING || before == Life.ABANDONED) && !LIFE.compareAndSet(this, before, Life.ENDED)) {
            before = life;
        }
        return before;
    }

    /** Notes that the permit goes back; returns whether that is for the caller of this method to do. */
    final boolean releases() {
        return LIFE.compareAndSet(this, Life.ENDED, Life.RELEASED);
    }

    /** Returns whether {@code thread}, the present one, may compute the call: false if it was shut before. */
    final boolean enter(Thread thread) {
        return RUNNER.compareAndSet(this, null, thread);
    }

    /**
     * From here on nobody may interrupt {@code thread} on our account.
     *
     * @param keepFlag whether an interrupt flag that we have not set stays behind
     */
    final void leave(Thread thread, boolean keepFlag) {
        boolean ours = !RUNNER.compareAndSet(this, thread, Runner.GONE);
        while (runner == Runner.CLAIMED) {
            Thread.onSpinWait();
        }
        if (ours || !keepFlag) {
            Thread.interrupted(); // it must not reach what this thread does next
        }
    }

    /** Sees to it that a call nobody has entered never will be; returns whether that was so. */
    final boolean shut() {
        return RUNNER.compareAndSet(this, null, Runner.GONE);
    }

    /** Interrupts the thread that computes the call, if one does. */
    final void interrupt() {
        if (runner instanceof Thread thread && RUNNER.compareAndSet(this, thread, Runner.CLAIMED)) {
            try {
                thread.interrupt();
            } finally {
                runner = Runner.INTERRUPTED;
            }
        }
    }

    @Override
    public final void onCancel(Runnable added) {
        Objects.requireNonNull(added, "hook");
        Runnable guarded = guard.environment().guarded("cancel hook", added);
        while (true) {
            Runnable before = hook;
            if (before == FIRED) {
                guarded.run();
                return;
            }
            if (HOOK.compareAndSet(this, before, new CancelHooks((CancelHooks) before, guarded))) {
                return;
            }
        }
    }

    /** Returns the hooks that were registered, to be run; null if there are none. Later ones run when they are registered. */
    final @Nullable Runnable fire() {
        return (Runnable) HOOK.getAndSet(this, FIRED);
    }
}
