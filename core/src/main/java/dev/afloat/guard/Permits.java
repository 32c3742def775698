package dev.afloat.guard;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The permits of one tier, and the queue of those who wait for one. A permit that is given back goes straight to whoever has waited
 * longest; only one that is given back just as the first wait begins can be taken by a newcomer. Safe for use by many threads; nobody
 * ever waits inside.
 */
final class Permits {
    /** So many waits that have ended may stay in the queue, and as many as have not. */
    private static final int ENDED_IN_QUEUE = 64;

    private final int bound;
    private final AtomicInteger taken = new AtomicInteger();
    private final Queue<PermitWait> queue = new ConcurrentLinkedQueue<>();
    private final AtomicInteger waiting = new AtomicInteger();
    private final AtomicInteger endedInQueue = new AtomicInteger();

    /** @param bound how many there are; 0 for any number */
    Permits(int bound) {
        this.bound = bound;
    }

    /** Returns whether there is none left, which may have changed when this returns. */
    boolean exhausted() {
        return bound != 0 && taken.get() >= bound;
    }

    /** Takes a permit, if there is one. */
    boolean tryTake() {
        if (bound == 0) {
            return true;
        }
        int before = taken.get();
        while (before < bound) {
            if (taken.compareAndSet(before, before + 1)) {
                return true;
            }
            before = taken.get();
        }
        return false;
    }

    /** Gives a permit back, to the first that waits for one. */
    void giveBack() {
        if (bound == 0) {
            return;
        }
        do {
            PermitWait next;
            while ((next = queue.poll()) != null) {
                if (next.grant()) {
                    return;
                }
                endedInQueue.decrementAndGet();
            }
            taken.decrementAndGet();
            // One may have come after the queue was seen empty and before the permit was free.
        } while (!queue.isEmpty() && tryTake());
    }

    /** Takes note of a wait that is about to be put into the queue. */
    void begun() {
        waiting.incrementAndGet();
    }

    /** Puts {@code wait} at the end of the queue, unless it has ended. It may be granted before this returns. */
    void enqueue(PermitWait wait) {
        if (wait.decided()) {
            return;
        }
        queue.add(wait);
        // One may have become free before the queue had anybody to give it to.
        if (tryTake()) {
            giveBack();
        }
    }

    /** Takes note that a wait has ended, be it by a grant. */
    void ended(boolean granted) {
        waiting.decrementAndGet();
        if (!granted && endedInQueue.incrementAndGet() > ENDED_IN_QUEUE + waiting.get()) {
            // Now and then: taking each out by itself would look through the whole queue each time.
            endedInQueue.set(0);
            queue.removeIf(PermitWait::decided);
        }
    }

    /** Returns how many calls hold a permit, 0 if there is no bound. */
    int taken() {
        return taken.get();
    }

    int waiting() {
        return Math.max(0, waiting.get());
    }

    /** Returns whether {@code abandoned} calls hold all there is: then none will come back soon. */
    boolean heldBy(int abandoned) {
        return abandoned >= bound;
    }
}
