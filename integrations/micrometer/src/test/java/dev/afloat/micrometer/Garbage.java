package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.ref.WeakReference;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waiting in real time for what the collector, or threads, are about to do. */
final class Garbage {
    private static final long PATIENCE_SECONDS = 40;

    private Garbage() {}

    /** Fails unless all of them come to be collected. */
    static void assertGone(List<WeakReference<?>> references) {
        assertThat(references).isNotEmpty();
        eventually(() -> held(references) == 0);
        assertThat(held(references)).as("still held").isZero();
    }

    private static long held(List<WeakReference<?>> references) {
        return references.stream().filter(reference -> reference.get() != null).count();
    }

    static void eventually(BooleanSupplier condition) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        System.gc();
        while (!condition.getAsBoolean() && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(10_000_000);
            System.gc();
        }
    }
}
