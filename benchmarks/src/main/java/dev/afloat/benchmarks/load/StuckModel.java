package dev.afloat.benchmarks.load;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** A model that answers at once until it is told to hang, and then until it is interrupted, or, if it is deaf, for ever. */
final class StuckModel {
    private final boolean deaf;
    private final CountDownLatch never = new CountDownLatch(1);
    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicIntegerArray entered;
    private volatile boolean hanging;

    StuckModel(int callers, boolean deaf) {
        this.deaf = deaf;
        this.entered = new AtomicIntegerArray(callers);
    }

    void hang() {
        hanging = true;
    }

    String answer(int caller) throws InterruptedException {
        if (!hanging) {
            return Contender.MODEL;
        }
        entered.set(caller, 1);
        inside.incrementAndGet();
        try {
            stay();
        } finally {
            inside.decrementAndGet();
        }
        return Contender.MODEL;
    }

    private void stay() throws InterruptedException {
        while (true) {
            try {
                never.await();
                return;
            } catch (InterruptedException e) {
                if (!deaf) {
                    throw e;
                }
            }
        }
    }

    boolean entered(int caller) {
        return entered.get(caller) == 1;
    }

    /** Returns the calls that have not ended. */
    int inside() {
        return inside.get();
    }

    /** Lets every call end. */
    void release() {
        never.countDown();
    }
}
