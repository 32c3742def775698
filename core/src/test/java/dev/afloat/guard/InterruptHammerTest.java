package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.time.TimeSource;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Works given up around the moment they end: the interrupt must reach the thread while it computes them, or not at all. */
@Tag("real-clock")
@Timeout(60)
class InterruptHammerTest {
    private static final int ROUNDS = 60_000;
    private static final long AT_MOST_NANOS = TimeUnit.SECONDS.toNanos(5);

    private final AtomicLong inside = new AtomicLong();
    private final AtomicLong foreign = new AtomicLong();

    @Test
    void no_interrupt_reaches_what_the_thread_does_next() throws Exception {
        GuardSetup setup = new GuardSetup(TimeSource.system());
        setup.maxConcurrent = 0;
        Guard<String, String> guard = setup.guard((input, call) -> {
            spin(ThreadLocalRandom.current().nextInt(4_000));
            if (Thread.currentThread().isInterrupted()) {
                inside.incrementAndGet();
            }
            return "answer";
        });
        ExecutorService pool = Executors.newFixedThreadPool(1);
        long start = System.nanoTime();
        long givenUp = 0;
        try {
            for (int i = 0; i < ROUNDS && System.nanoTime() - start < AT_MOST_NANOS; i++) {
                Work<String, String> work = setup.work(guard, i, Long.MAX_VALUE, true);
                pool.execute(() -> {
                    work.run();
                    next();
                });
                spin(ThreadLocalRandom.current().nextInt(8_000));
                if (work.expire()) {
                    givenUp++;
                }
                work.settled();
            }
        } finally {
            pool.shutdown();
        }

        assertThat(pool.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        assertThat(foreign).as("interrupts that reached a following task").hasValue(0);
        assertThat(givenUp)
                .as("works that were given up, or the test shows nothing")
                .isPositive();
        assertThat(guard.health().load().abandoned()).isZero();
    }

    /** Another task of the same thread. */
    private void next() {
        for (int i = 0; i < 20; i++) {
            if (Thread.interrupted()) {
                foreign.incrementAndGet();
            }
            Thread.onSpinWait();
        }
    }

    private static void spin(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            Thread.onSpinWait();
        }
    }
}
