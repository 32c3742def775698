package dev.afloat.time;

/**
 * A piece of work that must be decided by a point in time, as a {@link TimeSource} sees it.
 *
 * <p>Written by Afloat, called by implementations of {@code TimeSource}. The decision is made once: of {@link #finish()},
 * {@link #expire()} and {@link #cancel()} the first wins and the others change nothing. Safe for use by many threads.
 */
public interface TimedWork extends Runnable {

    /** Returns the last moment that is in time, on the scale of {@link TimeSource#nanos()}. */
    long endNanos();

    /** Returns whether the work has been decided. */
    boolean decided();

    /**
     * Runs the protected call and its checks on this thread, keeping what came out. Never throws. Call once.
     *
     * @return whether the computation has ended, so that it is to be {@linkplain #finish() finished}; false if it goes on elsewhere
     *     (the call returned a stage) and will finish by itself
     */
    boolean compute();

    /** Declares the computation ended: gives back what it held, and decides it as computed if it is still open. Idempotent. */
    void finish();

    /**
     * Decides that the time is over.
     *
     * @return whether this call decided it
     */
    boolean expire();

    /**
     * Decides that nobody waits for the work any more.
     *
     * @return whether this call decided it
     */
    boolean cancel();

    /** {@link #compute() Computes} and, if that was all, {@linkplain #finish() finishes}: what a worker thread does. */
    @Override
    default void run() {
        if (compute()) {
            finish();
        }
    }
}
