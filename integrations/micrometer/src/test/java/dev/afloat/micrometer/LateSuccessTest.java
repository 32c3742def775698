package dev.afloat.micrometer;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.cascade.ResponseCache;
import dev.afloat.cascade.Scope;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.TierLoad;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.time.TimeSource;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What comes after the limit comes too late: for the caller, the counters, the breaker and the cache. */
@Timeout(120)
class LateSuccessTest {
    private static final int TIMEOUTS = 3;

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Queue<ChainEvent> events = new ConcurrentLinkedQueue<>();
    private final AtomicInteger ended = new AtomicInteger();

    /** What comes too late. */
    private enum Late {
        ANSWER,
        POOR_ANSWER,
        FAILURE
    }

    private ResponseCache<String, String> cache(TimeSource time) {
        return ResponseCache.<String, String>builder()
                .key(question -> question)
                .scope(Scope.shared())
                .timeSource(time)
                .build();
    }

    private FallbackChain<String, String> chain(
            FallbackChainBuilder<String, String> model, ResponseCache<String, String> cache, TimeSource time) {
        FallbackChain<String, String> chain = model.tier(cache.tier("cache"))
                .local("rules", question -> "sorry")
                .listener(events::add)
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);
        return chain;
    }

    private static void settings(TierSettings<String, String> tier, Duration limit) {
        tier.timeLimit(limit)
                .check("poor", answer -> !answer.isEmpty())
                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(TIMEOUTS, Duration.ofMinutes(1)));
    }

    /** What is scraped of all but the calls that have not ended. */
    private List<String> scraped() {
        return registry.scrape()
                .lines()
                .filter(line -> !line.startsWith("#") && !line.startsWith("ai_feature_abandoned"))
                .toList();
    }

    private static String late(Late late) throws IOException {
        return switch (late) {
            case ANSWER -> "late";
            case POOR_ANSWER -> "";
            case FAILURE -> throw new IOException("late");
        };
    }

    /**
     * @param ask asks the chain: what is slow is not answered in time
     * @param let lets the slow ones with a number come, and returns when they have
     */
    private void assertLateCountsForNothing(
            FallbackChain<String, String> chain,
            ResponseCache<String, String> cache,
            Function<String, Result<String>> ask,
            Runnable let) {
        List<Result<String>> results = new ArrayList<>();
        for (int i = 1; i < TIMEOUTS; i++) {
            results.add(ask.apply("slow " + i));
        }
        List<String> before = scraped();
        int told = events.size();

        let.run();

        assertThat(scraped()).isEqualTo(before);
        assertThat(events).hasSize(told);
        assertThat(results)
                .allSatisfy(result -> assertThat(result)
                        .wasServedBy("rules")
                        .hasValue("sorry")
                        .isDegradedBy(FailureKind.TIMEOUT)
                        .hasAttempt("cache", Outcome.MISS));
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
        assertThat(cache.size()).isZero();

        // A success between would have begun another row, a failure would have ended it before.
        assertThat(ask.apply("slow")).isDegradedBy(FailureKind.TIMEOUT);
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
        assertThat(ask.apply("slow 1")).isDegradedBy(FailureKind.CIRCUIT_OPEN).wasServedBy("rules");
        assertThat(scraped())
                .contains("ai_feature_requests_total{degraded=\"false\",feature=\"late\",level=\"primary\"} 0.0")
                .contains("ai_feature_degraded_ratio{feature=\"late\"} 1.0");
    }

    @Tag("real-clock")
    @ParameterizedTest
    @EnumSource
    void a_model_that_is_deaf_to_interrupts_and_ends_late_changes_nothing(Late late) {
        for (Form form : Form.values()) {
            CountDownLatch open = new CountDownLatch(1);
            CountDownLatch end = new CountDownLatch(1);
            ResponseCache<String, String> cache = cache(TimeSource.system());
            try (FallbackChain<String, String> chain = chain(
                    FallbackChain.<String, String>named("late")
                            .model(
                                    "model",
                                    question -> {
                                        awaitDeaf(question.equals("slow") ? end : open);
                                        return late(late);
                                    },
                                    tier -> settings(tier, Duration.ofMillis(30))),
                    cache,
                    TimeSource.system())) {
                assertLateCountsForNothing(chain, cache, question -> form.ask(chain, question), () -> {
                    assertThat(chain.health().tier("model").load().abandoned()).isEqualTo(TIMEOUTS - 1);
                    open.countDown();
                    Garbage.eventually(() -> chain.health().tier("model").load().equals(TierLoad.NONE));
                    assertThat(chain.health().tier("model").load()).isEqualTo(TierLoad.NONE);
                });
                end.countDown();
            }
        }
    }

    private static void awaitDeaf(CountDownLatch open) {
        while (true) {
            try {
                open.await();
                return;
            } catch (InterruptedException e) {
                // Deaf: that is what this model is about.
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_stage_that_is_completed_late_changes_nothing(Late late) {
        for (Form form : Form.values()) {
            VirtualTime time = new VirtualTime();
            ended.set(0);
            ResponseCache<String, String> cache = cache(time);
            try (FallbackChain<String, String> chain = chain(
                    FallbackChain.<String, String>named("late")
                            .asyncModel(
                                    "model",
                                    question -> later(time, late),
                                    tier -> settings(tier, Duration.ofSeconds(1))),
                    cache,
                    time)) {
                assertLateCountsForNothing(chain, cache, question -> ask(form, chain, question, time), () -> {
                    time.advance(Duration.ofMinutes(2));
                    assertThat(ended).hasValue(TIMEOUTS - 1);
                });
            }
        }
    }

    private static Result<String> ask(
            Form form, FallbackChain<String, String> chain, String question, VirtualTime time) {
        if (form == Form.WAITING) {
            return chain.execute(question);
        }
        CompletableFuture<Result<String>> asked = chain.executeAsync(question);
        time.advance(Duration.ofSeconds(2));
        return asked.join();
    }

    private CompletableFuture<String> later(VirtualTime time, Late late) {
        CompletableFuture<String> stage = new CompletableFuture<>();
        time.schedule(Duration.ofMinutes(1), () -> {
            ended.incrementAndGet();
            try {
                stage.complete(late(late));
            } catch (IOException e) {
                stage.completeExceptionally(e);
            }
        });
        return stage;
    }
}
