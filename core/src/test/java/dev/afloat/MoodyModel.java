package dev.afloat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A model that does, while it is moody, everything a model can do wrong. */
final class MoodyModel {
    static final String POOR = "poor";
    static final String BUG = "a bug of the model's";

    final AtomicInteger most = new AtomicInteger();
    volatile boolean moody;
    private final AtomicInteger inside = new AtomicInteger();

    String answer(int input) throws Exception {
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        try {
            if (moody) {
                misbehave(ThreadLocalRandom.current().nextInt(20));
            }
            return moody && ThreadLocalRandom.current().nextInt(20) == 0 ? POOR : "model " + input;
        } finally {
            inside.decrementAndGet();
        }
    }

    private static void misbehave(int mood) throws Exception {
        switch (mood) {
            case 0, 1 -> throw new IllegalStateException("the model's");
            case 2 -> throw new AssertionError(BUG);
            case 3 -> throw new NoClassDefFoundError("the model's");
            case 4 -> throw new InterruptedException("the model's own");
            case 5, 6, 7 -> spin(250_000 + ThreadLocalRandom.current().nextInt(100_000)); // around the limit
            case 8 -> spin(ThreadLocalRandom.current().nextInt(1_000_000)); // deaf
            case 9 -> new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS); // hangs, but listens
            case 10 -> answersWhenInterrupted();
            default -> {
                // A good mood.
            }
        }
    }

    private static void answersWhenInterrupted() {
        try {
            new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // And now quickly an answer, which nobody waits for any more.
        }
    }

    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }
}
