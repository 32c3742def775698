package dev.afloat.benchmarks;

import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * What every peer is given to do: three tiers (a model, a cache, a local answer) and a breaker over the last 100 calls.
 *
 * <p>S1 the model answers, on a worker with a time limit. S2 it answers, on the caller's thread. S3 the breaker is open, the cache
 * answers. S4 the model throws, the cache misses, the local tier answers. S5 the model's answer is poor, else as S4. S6 the breaker
 * is open, the cache misses. S7 the model answers a future, with a time limit, asynchronously.
 */
final class Workload {
    static final String INPUT = "headphones";
    static final Duration LIMIT = Duration.ofMillis(800);
    static final Duration BUDGET = Duration.ofMillis(1500);
    static final Duration OPEN = Duration.ofHours(1);

    @SuppressWarnings("StaticAssignmentOfThrowable")
    private static final IOException DOWN = new StacklessException();

    private static int calls;

    private Workload() {}

    /** A tier as hand-written code has it: null for a miss. */
    interface Call {
        @Nullable
        String call(String input) throws Exception;
    }

    /** The failure costs nothing by itself, so that what is measured is what a peer does with it. */
    private static final class StacklessException extends IOException {
        private static final long serialVersionUID = 1L;

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    }

    static String good(String input) {
        return "answer";
    }

    /** Now and then it answers well, so that no breaker that wants only failures opens. */
    static String poor(String input) {
        return spared() ? "answer" : "";
    }

    /** Now and then it answers, so that no breaker that wants only failures opens. */
    static String down(String input) throws IOException {
        if (spared()) {
            return "answer";
        }
        throw DOWN;
    }

    /** Counts carelessly: a lost count does not matter. */
    private static boolean spared() {
        return (++calls & 31) == 0;
    }

    static boolean accepted(@Nullable String answer) {
        return answer != null && !answer.isEmpty();
    }

    static @Nullable String cached(String input) {
        return "cached";
    }

    static @Nullable String missed(String input) {
        return null;
    }

    static String local(String input) {
        return "local";
    }

    /** The lower tiers, for peers whose fallback is a function. */
    static String lower(Call cache) {
        try {
            String kept = cache.call(INPUT);
            return kept == null ? local(INPUT) : kept;
        } catch (Exception e) {
            return local(INPUT);
        }
    }

    /** Workers as the chain of Afloat has them by default: virtual threads where there are any. */
    static ExecutorService workers() {
        try {
            return (ExecutorService)
                    Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
        } catch (ReflectiveOperationException e) {
            return Executors.newCachedThreadPool(daemons());
        }
    }

    static ThreadFactory daemons() {
        return task -> {
            Thread thread = new Thread(task);
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Opens when the last 100 calls all failed, which they never do, and stays open for an hour once it is. */
    static CircuitBreakerConfig neverOpens() {
        return breaker().build();
    }

    static CircuitBreakerConfig.Builder breaker() {
        return CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(100)
                .minimumNumberOfCalls(100)
                .failureRateThreshold(100)
                .waitDurationInOpenState(OPEN);
    }
}
