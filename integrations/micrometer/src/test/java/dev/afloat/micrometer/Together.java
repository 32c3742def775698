package dev.afloat.micrometer;

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.IntStream;

/** Threads that do the same at once. */
final class Together implements AutoCloseable {
    private final int threads;
    private final ExecutorService pool;
    private final CyclicBarrier start;

    Together(int threads) {
        this.threads = threads;
        this.pool = Executors.newFixedThreadPool(threads);
        this.start = new CyclicBarrier(threads);
    }

    /** Returns when each thread has done it so many times; passes on what one of them threw. */
    void times(int each, Runnable task) throws ExecutionException, InterruptedException, TimeoutException {
        for (Future<?> ended : IntStream.range(0, threads)
                .<Future<?>>mapToObj(thread -> pool.submit(() -> run(each, task)))
                .toList()) {
            ended.get(60, TimeUnit.SECONDS);
        }
    }

    private void run(int each, Runnable task) {
        try {
            start.await(60, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
        for (int i = 0; i < each; i++) {
            task.run();
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
