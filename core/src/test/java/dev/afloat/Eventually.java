package dev.afloat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting in real time for what other threads are about to do: long enough for any machine, no longer than needed. */
final class Eventually {
    private static final long PATIENCE_SECONDS = 20;

    private Eventually() {}

    /** Fails unless {@code condition} comes to hold. */
    static void eventually(String what, BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(200_000);
        }
        assertThat(condition.getAsBoolean()).as(what).isTrue();
    }

    /** Fails unless {@code latch} comes to be open. */
    static void opens(String what, CountDownLatch latch) throws InterruptedException {
        assertThat(latch.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).as(what).isTrue();
    }

    /** Blocks until interrupted, and says so. */
    static String blockUntilInterrupted(CountDownLatch started, CountDownLatch interrupted)
            throws InterruptedException {
        started.countDown();
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            interrupted.countDown();
            throw e;
        }
        return "never";
    }

    /** Returns the names of the living threads whose name starts with {@code prefix}. Virtual ones are not listed by any JVM. */
    static List<String> threadsNamed(String prefix) {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith(prefix))
                .toList();
    }
}
