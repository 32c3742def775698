package dev.afloat;

import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Reuses threads, refuses now and then while it is moody, and counts interrupts that a task left behind. */
final class MoodyExecutor implements Executor, AutoCloseable {
    final AtomicInteger foreignInterrupts = new AtomicInteger();
    volatile boolean moody;

    private final ThreadPoolExecutor pool =
            new ThreadPoolExecutor(0, 64, 10, TimeUnit.SECONDS, new SynchronousQueue<>(), task -> {
                Thread thread = new Thread(task, "hammer-worker");
                thread.setDaemon(true);
                return thread;
            });

    @Override
    public void execute(Runnable task) {
        int dice = moody ? ThreadLocalRandom.current().nextInt(1_000) : 1_000;
        if (dice < 15) {
            throw new RejectedExecutionException("full");
        }
        if (dice < 18) {
            throw new OutOfMemoryError("unable to create native thread");
        }
        pool.execute(() -> {
            lookForInterrupts();
            task.run();
            lookForInterrupts();
        });
        if (dice < 23) {
            throw new IllegalStateException("after the task was taken");
        }
    }

    private void lookForInterrupts() {
        for (int i = 0; i < 10; i++) {
            if (Thread.interrupted()) {
                foreignInterrupts.incrementAndGet();
            }
            Thread.onSpinWait();
        }
    }

    @Override
    public void close() {
        pool.shutdown();
    }
}
