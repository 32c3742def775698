package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.LatencyHealth;
import dev.afloat.guard.QualityHealth;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.quality.LatencyBound;
import dev.afloat.quality.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Real threads, while the breaker opens and closes all the time: no count is lost, and every look at the health makes sense. */
@Tag("real-clock")
@Timeout(60)
class QualityHammerTest {
    private static final int CALLERS = 8;
    private static final int WINDOW = 20;
    private static final long NANOS = TimeUnit.SECONDS.toNanos(3);

    private final AtomicLong failures = new AtomicLong();
    private final AtomicInteger models = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> wrong = new AtomicReference<>();

    private FallbackChain<String, String> chain() {
        return FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> in,
                        tier -> tier.timeLimit(Duration.ofSeconds(2))
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(3, Duration.ofMillis(100)))
                                .latency(
                                        LatencyBound.p95(Duration.ofNanos(1))
                                                .window(WINDOW)
                                                .minimumSamples(2),
                                        this::modelOf)
                                .check((in, out) -> verdict()))
                .local("net", in -> "net")
                .build();
    }

    private String modelOf(String input) {
        if (ThreadLocalRandom.current().nextInt(10) == 0) {
            throw new IllegalStateException(input);
        }
        return "model " + models.incrementAndGet() % 500;
    }

    private static Verdict verdict() {
        int random = ThreadLocalRandom.current().nextInt(10);
        return switch (random) {
            case 0 -> Verdict.rejected("code " + ThreadLocalRandom.current().nextInt(1_000));
            case 1 -> Verdict.rejected("poor").asNeutral();
            case 2 -> Verdict.counted("doubtful");
            case 3 -> Verdict.uncertain("unsure");
            default -> Verdict.accepted();
        };
    }

    @Test
    void counts_and_windows_hold_while_the_breaker_changes() throws Exception {
        try (FallbackChain<String, String> chain = chain()) {
            long end = System.nanoTime() + NANOS;
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < CALLERS; i++) {
                boolean async = i % 2 == 0;
                threads.add(start(() -> ask(chain, async, end)));
            }
            threads.add(start(() -> look(chain, end)));
            for (Thread thread : threads) {
                thread.join();
            }

            assertThat(wrong.get()).isNull();
            QualityHealth quality = chain.health().tier("model").quality();
            assertThat(quality.failures().values().stream()
                            .mapToLong(Long::longValue)
                            .sum())
                    .as("failures of quality")
                    .isEqualTo(failures.get())
                    .isPositive();
            assertThat(quality.failures().size()).isLessThanOrEqualTo(101);
            assertThat(chain.health().tier("model").load().inFlight()).isZero();
        }
    }

    private Thread start(Runnable work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (Throwable e) {
                wrong.set(e);
            }
        });
        thread.start();
        return thread;
    }

    private void ask(FallbackChain<String, String> chain, boolean async, long end) {
        while (System.nanoTime() < end) {
            Result<String> result = async ? chain.executeAsync("in").join() : chain.execute("in");
            for (Attempt attempt : result.attempts()) {
                if (attempt.outcome() == Outcome.QUALITY_FAILURE) {
                    failures.incrementAndGet();
                }
            }
        }
    }

    private static void look(FallbackChain<String, String> chain, long end) {
        while (System.nanoTime() < end) {
            LatencyHealth health = Objects.requireNonNull(
                    chain.health().tier("model").quality().latency());
            assertThat(health.samples()).isBetween(0, WINDOW);
            assertThat(health.p50()).isLessThanOrEqualTo(health.p95());
            assertThat(health.p95()).isLessThanOrEqualTo(health.max());
            assertThat(health.exceeded() && health.samples() < 2)
                    .as("without samples")
                    .isFalse();
        }
    }
}
