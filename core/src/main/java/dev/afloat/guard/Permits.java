package dev.afloat.guard;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The permits of one tier, and the queue of those who wait for one. A permit that is given back goes straight to whoever has waited
 * longest; only one that is given back just as the first wait begins can be taken by a newcomer. Safe for use by many threads; nobody
 * ever waits inside.
 */
final class Permits {
    private final int bound;
    private final AtomicInteger taken = new AtomicInteger();
    private final AtomicLong tickets = new AtomicLong();

    /** By ticket: what ends otherwise is taken out of the middle without looking at all who wait. */
    private final ConcurrentSkipListMap<Long, PermitWait> waiting = new ConcurrentSkipListMap<>();

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
            Map.Entry<Long, PermitWait> next;
            while ((next = waiting.pollFirstEntry()) != null) {
                if (next.getValue().grant()) {
                    return;
                }
            }
            taken.decrementAndGet();
            // One may have come after the queue was seen empty and before the permit was free.
        } while (!waiting.isEmpty() && tryTake());
    }

    /** Puts {@code wait} at the end of the queue, unless it has ended. It may be granted before this returns. */
    void enqueue(PermitWait wait) {
        long ticket = tickets.incrementAndGet();
        wait.ticket = ticket;
        waiting.put(ticket, wait);
        // One may have become free before the queue had anybody to give it to.
        if (tryTake()) {
            giveBack();
        }
        // It may have ended before there was anything to take out.
        if (wait.decided()) {
            remove(wait);
        }
    }

    /** Takes out of the queue what has ended otherwise. */
    void remove(PermitWait wait) {
        waiting.remove(wait.ticket);
    }

    /** Returns how many calls hold a permit, 0 if there is no bound. */
    int taken() {
        return taken.get();
    }

    int waiting() {
        return waiting.size();
    }

    /** Returns whether {@code abandoned} calls hold all there is: then none will come back soon. */
    boolean heldBy(int abandoned) {
        return abandoned >= bound;
    }
}
