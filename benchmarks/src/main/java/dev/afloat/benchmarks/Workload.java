package dev.afloat.benchmarks;

import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What every peer is given to do: the same inputs, tiers and breaker settings. */
final class Workload {
    static final String INPUT = "headphones";
    static final Duration LIMIT = Duration.ofMillis(800);
    static final Duration BUDGET = Duration.ofMillis(1500);

    @SuppressWarnings("StaticAssignmentOfThrowable")
    private static final IOException DOWN = new StacklessException();

    private Workload() {}

    /** What a hand-written fallback calls. */
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

    static String poor(String input) {
        return "";
    }

    static String down(String input) throws IOException {
        throw DOWN;
    }

    static boolean accepted(String answer) {
        return !answer.isEmpty();
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

    /** A window of 100 calls that never opens by itself, and stays open for an hour once it is. */
    static CircuitBreakerConfig neverOpens() {
        return CircuitBreakerConfig.custom()
                .slidingWindowType(SlidingWindowType.COUNT_BASED)
                .slidingWindowSize(100)
                .minimumNumberOfCalls(1_000_000)
                .failureRateThreshold(100)
                .waitDurationInOpenState(Duration.ofHours(1))
                .build();
    }
}
