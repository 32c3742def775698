package dev.afloat.benchmarks.load;

import dev.afloat.FallbackChain;
import dev.afloat.call.TierInterceptor;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.time.TimeSource;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;

/** What the model does in a replay, request by request; one comes each second. */
enum Scene {
    HEALTHY("healthy", 4_000) {
        @Override
        String answer(VirtualTime time, int request) throws InterruptedException {
            time.pause(NORMAL);
            return "model";
        }
    },
    INCIDENT("the 30-request incident over and over, hangs deaf", 4_000) {
        @Override
        String answer(VirtualTime time, int request) throws IOException, InterruptedException {
            int step = request % 30;
            if (step == 5 || step == 25) {
                time.pauseIgnoringInterrupts(HANG);
            }
            if (step >= 12 && step <= 20) {
                throw DOWN;
            }
            time.pause(NORMAL);
            return "model";
        }
    },
    OPEN("down, the breaker open", 3_600_000) {
        @Override
        String answer(VirtualTime time, int request) throws IOException {
            throw DOWN;
        }
    };

    private static final Duration NORMAL = Duration.ofMillis(150);
    private static final Duration HANG = Duration.ofSeconds(9);

    /** Costs nothing by itself, so that what is measured is what a chain does with it. */
    @SuppressWarnings("StaticAssignmentOfThrowable")
    private static final IOException DOWN = new IOException("down") {
        private static final long serialVersionUID = 1L;

        @Override
        public Throwable fillInStackTrace() {
            return this;
        }
    };

    private final String title;
    private final int openMillis;

    Scene(String title, int openMillis) {
        this.title = title;
        this.openMillis = openMillis;
    }

    /** Answers, takes time, or fails, as the model does in {@code request}. */
    abstract String answer(VirtualTime time, int request) throws Exception;

    /** Returns a chain of three tiers, with {@code around} around them. */
    FallbackChain<Integer, String> chain(TimeSource time, TierInterceptor around) {
        return FallbackChain.<Integer, String>named("replay")
                .within(Duration.ofMillis(1500))
                .model(
                        "model",
                        request -> {
                            throw new AssertionError("The interceptor stands in");
                        },
                        tier -> tier.timeLimit(Duration.ofMillis(800))
                                .circuitBreaker(
                                        CircuitBreakerSpec.consecutiveFailures(3, Duration.ofMillis(openMillis))))
                .lookup("cache", request -> request % 2 == 0 ? Optional.of("kept") : Optional.empty())
                .local("local", request -> "local")
                .timeSource(time)
                .interceptor(around)
                .build();
    }

    @Override
    public String toString() {
        return title;
    }
}
