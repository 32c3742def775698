package dev.afloat.guard;

import dev.afloat.event.Listeners;
import dev.afloat.event.Mishaps;
import dev.afloat.time.TimeSource;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.Future;

/**
 * What the guards of one chain share.
 *
 * @param time drives everything
 * @param threads run what must not run on the caller's thread
 * @param mishaps takes what callbacks throw
 * @param context captures what hangs on callers' threads
 * @param listeners are told what happens
 */
public record Environment(
        TimeSource time, ChainThreads threads, Mishaps mishaps, CallerContext context, Listeners listeners) {

    /** Returns {@code callback} so that it never throws. */
    Runnable guarded(String what, Runnable callback) {
        return () -> mishaps.guard(what, callback);
    }

    /** Has the timer call {@code task} when {@code end} has passed: what takes exactly its time is in time. */
    Future<?> after(long end, Callable<?> task) {
        return time.schedule(task, end - time.nanos() + 1, threads.timer());
    }

    /** Runs {@code task} on a thread that may run code of the user's. */
    public void onWorker(Runnable task) {
        first(task, threads.own(), threads.relay());
    }

    /** Runs {@code task}, which goes on after a limit has fired. */
    void onRelay(Runnable task) {
        first(task, threads.relay(), threads.own());
    }

    /** In the last resort the common pool runs it, so that no caller is left without an answer. */
    private void first(Runnable task, Executor preferred, Executor other) {
        try {
            time.execute(task, preferred);
        } catch (Throwable refused) {
            try {
                time.execute(task, other);
            } catch (Throwable refusedToo) {
                ForkJoinPool.commonPool().execute(task);
            }
        }
    }

    /**
     * Runs a short callback aside from the caller, in {@code caller}'s context.
     *
     * @return whether there was a thread for it
     */
    public boolean aside(String what, CallerContext caller, Runnable callback) {
        try {
            time.execute(() -> caller.run(guarded(what, callback)), threads.continuations());
            return true;
        } catch (Throwable full) {
            return false;
        }
    }

    /** As {@link #aside}, by a worker where the continuations are full. */
    void certainlyAside(String what, CallerContext caller, Runnable callback) {
        if (!aside(what, caller, callback)) {
            onWorker(() -> caller.run(guarded(what, callback)));
        }
    }
}
