package dev.afloat.testkit;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.call.ModelCall;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.LlmHttpException;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What other breakers got wrong with the failures of models. */
class BreakerCasesTest {
    private static final CircuitBreakerSpec FIVE = CircuitBreakerSpec.consecutiveFailures(5, Duration.ofSeconds(1));

    private final VirtualTime time = new VirtualTime();
    private final AtomicInteger calls = new AtomicInteger();

    private FallbackChain<String, String> chain(
            ModelCall<String, String> model, Consumer<TierSettings<String, String>> settings) {
        return FallbackChain.<String, String>named("search")
                .timeSource(time)
                .model("model", model, settings)
                .local("net", in -> "net")
                .build();
    }

    /** The input is the status that the provider answers. */
    private String status(String in) {
        calls.incrementAndGet();
        if (in.equals("200")) {
            return in;
        }
        throw new LlmHttpException(Integer.parseInt(in), Map.of(), "");
    }

    @ParameterizedTest
    @CsvSource({
        "500 500 429 500 500 500, OPEN",
        "429 500 500 500 500 500, OPEN",
        "500 401 500 400 500 402 500 429 500, OPEN",
        "500 500 500 500 429, CLOSED",
        "500 500 200 500 500 500, CLOSED",
    })
    void a_refusal_between_failures_does_not_count_as_a_success(String statuses, CircuitState expected) {
        FallbackChain<String, String> chain = chain(this::status, tier -> tier.circuitBreaker(FIVE));
        List<String> all = List.of(statuses.split(" ", -1));
        for (String status : all) {
            Result<String> unused = chain.execute(status);
            time.advance(status.equals("402") ? Duration.ofHours(1) : Duration.ofMinutes(5));
        }

        assertThat(calls).as("none was held").hasValue(all.size());
        assertThat(chain.health().tier("model").circuit()).isEqualTo(expected);
    }

    /** A day, a call each second: 2, 4, 8 … seconds are over after 510 s, then one call each 5 min. */
    @Test
    void a_provider_that_refuses_for_a_day_without_a_hint_is_asked_ever_less_often() {
        FallbackChain<String, String> chain = chain(this::status, tier -> {});

        for (int second = 0; second < 86_400; second++) {
            Result<String> unused = chain.execute("429");
            time.advance(Duration.ofSeconds(1));
        }

        assertThat(calls).hasValue(8 + (86_400 - 510 + 299) / 300);
        time.advance(Duration.ofMinutes(5));
        assertThat(chain.execute("200")).wasServedBy("model");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void a_crowd_at_a_half_open_breaker_sends_as_many_probes_as_allowed(int probes) {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .timeSource(time)
                .asyncModel(
                        "model",
                        in -> {
                            calls.incrementAndGet();
                            CompletableFuture<String> stage = new CompletableFuture<>();
                            time.schedule(Duration.ofMillis(300), () -> settle(stage, in));
                            return stage;
                        },
                        tier -> tier.circuitBreaker(FIVE.withProbes(probes)))
                .local("net", in -> "net")
                .build();
        for (int i = 0; i < 5; i++) {
            CompletableFuture<Result<String>> unused = chain.executeAsync("fail");
        }
        time.advance(Duration.ofMillis(300));
        time.advance(Duration.ofSeconds(1));
        calls.set(0);

        List<CompletableFuture<Result<String>>> crowd = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            crowd.add(chain.executeAsync("in"));
        }

        assertThat(calls).hasValue(probes);
        assertThat(crowd.stream().filter(CompletableFuture::isDone))
                .as("answered at once")
                .hasSize(50 - probes);
        time.advance(Duration.ofMillis(300));
        assertThat(crowd).allMatch(CompletableFuture::isDone);
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
    }

    private static void settle(CompletableFuture<String> stage, String in) {
        if (in.equals("fail")) {
            stage.completeExceptionally(new IllegalStateException());
        } else {
            stage.complete(in);
        }
    }

    @Test
    void a_key_of_one_tenant_that_is_wrong_closes_the_tier_to_no_other() {
        FallbackChain<String, String> chain = chain(this::status, tier -> tier.circuitBreaker(FIVE));

        for (int i = 0; i < 50; i++) {
            assertThat(chain.execute("401")).isDegradedBy(FailureKind.MISCONFIGURED);
        }

        assertThat(chain.execute("200")).wasServedBy("model");
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
    }

    @Tag("real-clock")
    @Timeout(30)
    @Test
    void a_burst_of_failures_from_many_threads_opens_it_and_loses_nothing() throws InterruptedException {
        CountDownLatch together = new CountDownLatch(200);
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> {
                            calls.incrementAndGet();
                            together.countDown();
                            together.await();
                            throw new LlmHttpException(500, Map.of(), "");
                        },
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(5, Duration.ofMinutes(1))))
                .local("net", in -> "net")
                .build()) {
            List<CompletableFuture<Result<String>>> all = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                all.add(chain.executeAsync("in"));
            }
            all.forEach(future -> assertThat(future.join()).wasServedBy("net").isDegradedBy(FailureKind.UNAVAILABLE));

            assertThat(calls).hasValue(200);
            assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
            assertThat(chain.health().tier("model").load().inFlight()).isZero();
        }
    }
}
