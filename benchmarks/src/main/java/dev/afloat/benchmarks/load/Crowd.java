package dev.afloat.benchmarks.load;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.IntPredicate;

/** Callers on a thread each, who all ask at once, and how long each waited. */
final class Crowd {
    private static final long WAITING = -1;

    private final int size;
    private final long patience;
    private final AtomicLongArray latencies;
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicInteger primary = new AtomicInteger();

    /** What one caller does. */
    interface Request {
        /** Returns whether the answer is the model's. */
        boolean ask(int caller) throws Exception;
    }

    private Crowd(int size, Duration patience) {
        this.size = size;
        this.patience = patience.toNanos();
        this.latencies = new AtomicLongArray(size);
        for (int i = 0; i < size; i++) {
            latencies.set(i, WAITING);
        }
    }

    /** Lets {@code size} callers ask, and returns when all were answered, or when {@code patience} is over. */
    static Crowd ask(int size, Executor threads, Duration patience, Request request) throws InterruptedException {
        Crowd crowd = new Crowd(size, patience);
        CountDownLatch ready = new CountDownLatch(size);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(size);
        for (int i = 0; i < size; i++) {
            int caller = i;
            threads.execute(() -> {
                ready.countDown();
                try {
                    go.await();
                    crowd.call(caller, request);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                done.countDown();
            });
        }
        ready.await();
        go.countDown();
        // What is answered later is told by its latency.
        boolean unused = done.await(patience.toMillis(), TimeUnit.MILLISECONDS);
        return crowd;
    }

    /** From the caller's own first moment: that thousands of threads do not start at once is nobody's fault. */
    private void call(int caller, Request request) {
        long start = System.nanoTime();
        try {
            if (request.ask(caller)) {
                primary.incrementAndGet();
            }
            latencies.set(caller, System.nanoTime() - start);
        } catch (Exception | OutOfMemoryError e) {
            failed.incrementAndGet();
        }
    }

    /** Reports latencies in milliseconds under names that begin with {@code prefix}. */
    void report(Figures figures, String prefix, IntPredicate which) {
        Percentiles answered = new Percentiles();
        for (int i = 0; i < size; i++) {
            long latency = latencies.get(i);
            if (latency != WAITING && latency <= patience && which.test(i)) {
                answered.add(latency);
            }
        }
        figures.put(prefix + "answered", answered.count());
        figures.put(prefix + "p50", answered.millis(0.5));
        figures.put(prefix + "p99", answered.millis(0.99));
        figures.put(prefix + "last", answered.millis(1));
    }

    /** Reports all callers. */
    void report(Figures figures) {
        report(figures, "", caller -> true);
        figures.put("primary", primary.get());
        figures.put("failed", failed.get());
    }
}
