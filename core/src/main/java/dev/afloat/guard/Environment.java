package dev.afloat.guard;

import dev.afloat.event.Mishaps;
import dev.afloat.time.TimeSource;
import java.util.concurrent.ForkJoinPool;

/**
 * What the guards of one chain share.
 *
 * @param time drives everything
 * @param threads run what must not run on the caller's thread
 * @param mishaps takes what callbacks throw
 * @param context captures what hangs on callers' threads
 */
public record Environment(TimeSource time, ChainThreads threads, Mishaps mishaps, CallerContext context) {

    /** Returns {@code callback} so that it never throws. */
    Runnable guarded(String what, Runnable callback) {
        return () -> mishaps.guard(what, callback);
    }

    /**
     * Runs {@code task} on a thread that may run code of the user's: the chain's own, where none is to be had a continuation thread,
     * and in the last resort the common pool, so that no caller is left without an answer.
     */
    public void onWorker(Runnable task) {
        try {
            time.execute(task, threads.own());
        } catch (Throwable noWorker) {
            try {
                time.execute(task, threads.continuations());
            } catch (Throwable noContinuation) {
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
}
