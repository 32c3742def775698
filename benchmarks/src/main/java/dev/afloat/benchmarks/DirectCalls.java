package dev.afloat.benchmarks;

import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** The scenarios by Resilience4j's permit calls in hand-written code: the leanest that it can be used. */
@State(Scope.Benchmark)
public class DirectCalls {
    private final CircuitBreaker closed = CircuitBreaker.of("closed", Workload.neverOpens());
    private final CircuitBreaker open = CircuitBreaker.of("open", Workload.neverOpens());
    private final ExecutorService workers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        return thread;
    });

    public DirectCalls() {
        open.transitionToOpenState();
    }

    @TearDown
    public void close() {
        workers.shutdownNow();
    }

    private static String answer(CircuitBreaker breaker, Workload.Call model, Workload.Call cache) throws Exception {
        if (breaker.tryAcquirePermission()) {
            long start = System.nanoTime();
            try {
                String answer = model.call(Workload.INPUT);
                if (answer != null && Workload.accepted(answer)) {
                    breaker.onSuccess(System.nanoTime() - start, TimeUnit.NANOSECONDS);
                    return answer;
                }
                breaker.onResult(System.nanoTime() - start, TimeUnit.NANOSECONDS, answer);
            } catch (Exception e) {
                breaker.onError(System.nanoTime() - start, TimeUnit.NANOSECONDS, e);
            }
        }
        String kept = cache.call(Workload.INPUT);
        return kept != null ? kept : Workload.local(Workload.INPUT);
    }

    @Benchmark
    public String s1HealthyWithLimit() throws Exception {
        return answer(
                closed,
                input -> {
                    Future<String> future = workers.submit(() -> Workload.good(input));
                    return future.get(Workload.LIMIT.toMillis(), TimeUnit.MILLISECONDS);
                },
                Workload::missed);
    }

    @Benchmark
    public String s2HealthyInline() throws Exception {
        return answer(closed, Workload::good, Workload::missed);
    }

    @Benchmark
    public String s3OpenCacheHit() throws Exception {
        return answer(open, Workload::good, Workload::cached);
    }

    @Benchmark
    public String s4DownCacheMiss() throws Exception {
        return answer(closed, Workload::down, Workload::missed);
    }

    @Benchmark
    public String s6OpenCacheMiss() throws Exception {
        return answer(open, Workload::good, Workload::missed);
    }
}
