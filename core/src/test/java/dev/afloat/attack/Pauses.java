package dev.afloat.attack;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Takes time, interruptibly. */
final class Pauses {
    private Pauses() {}

    static void pause(long millis) throws InterruptedException {
        boolean never = new CountDownLatch(1).await(millis, TimeUnit.MILLISECONDS);
        if (never) {
            throw new AssertionError();
        }
    }

    /** As {@link #pause}, where nothing may be thrown. */
    static void pauseQuietly(long millis) {
        try {
            pause(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
