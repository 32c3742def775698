package dev.afloat.guard;

import java.util.concurrent.locks.LockSupport;

/** A wait for a permit by the thread that made it. */
final class CallerWait extends PermitWait {
    private final Thread waiter = Thread.currentThread();

    CallerWait(Permits permits, long endNanos) {
        super(permits, endNanos);
    }

    @Override
    void ended(State how) {
        if (Thread.currentThread() != waiter) {
            LockSupport.unpark(waiter);
        }
    }
}
