package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.Tier;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.AsyncScenario.Form;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Outages as others had them: the breaker opens when it should, and always finds its way back. */
class BreakerRecoveryTest {
    private static final Duration OPEN_FOR = Duration.ofSeconds(1);
    private static final Duration LIMIT = Duration.ofMillis(200);
    private static final CircuitBreakerSpec AFTER_FIVE = CircuitBreakerSpec.consecutiveFailures(5, OPEN_FOR);

    private final VirtualTime time = new VirtualTime();
    private int calls;

    private String model(String in) throws Exception {
        calls++;
        switch (in) {
            case "down" -> throw new IOException("down");
            case "hang" -> time.pause(Duration.ofHours(1));
            case "deaf" -> time.pauseIgnoringInterrupts(Duration.ofHours(1));
            default -> {}
        }
        return in;
    }

    private CompletableFuture<String> later(String in) {
        calls++;
        CompletableFuture<String> stage = new CompletableFuture<>();
        time.schedule(Duration.ofMillis(100), () -> stage.complete(in));
        return in.equals("down") ? CompletableFuture.failedFuture(new IOException("down")) : stage;
    }

    private FallbackChainBuilder<String, String> chain() {
        return FallbackChain.<String, String>named("search").timeSource(time);
    }

    private FallbackChain<String, String> chain(CircuitBreakerSpec breaker) {
        return chain().model("model", this::model, tier -> tier.timeLimit(LIMIT).circuitBreaker(breaker))
                .local("net", in -> "net")
                .build();
    }

    private static @Nullable CircuitState state(FallbackChain<?, ?> chain) {
        return chain.health().tier("model").circuit();
    }

    private static Result<String> ask(FallbackChain<String, String> chain, Form form, String in) {
        return form == Form.SYNC ? chain.execute(in) : chain.executeAsync(in).join();
    }

    private static void open(FallbackChain<String, String> chain, Form form) {
        for (int i = 0; i < 5; i++) {
            ask(chain, form, "down");
        }
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
    }

    /** resilience4j#935 */
    @ParameterizedTest
    @EnumSource
    void a_probe_that_never_returns_is_a_timeout_and_the_next_wait_gives_another(Form form) {
        for (String probe : new String[] {"hang", "deaf"}) {
            FallbackChain<String, String> chain = chain(AFTER_FIVE);
            open(chain, form);
            time.advance(OPEN_FOR);

            assertThat(ask(chain, form, probe).reason()).contains(FailureKind.TIMEOUT);
            assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
            time.advance(OPEN_FOR);

            assertThat(ask(chain, form, "up").tier()).isEqualTo("model");
            assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
        }
    }

    /** resilience4j#682 */
    @Test
    void a_caller_that_cancels_the_probe_leaves_it_to_the_next_call() {
        FallbackChain<String, String> chain = chain().asyncModel(
                        "model", this::later, tier -> tier.timeLimit(LIMIT).circuitBreaker(AFTER_FIVE))
                .local("net", in -> "net")
                .build();
        open(chain, Form.ASYNC);
        time.advance(OPEN_FOR);

        for (int i = 0; i < 3; i++) {
            CompletableFuture<Result<String>> probe = chain.executeAsync("up");
            assertThat(chain.execute("other").reason()).contains(FailureKind.CIRCUIT_OPEN);
            assertThat(probe.cancel(true)).isTrue();
            assertThat(state(chain)).isEqualTo(CircuitState.HALF_OPEN);
        }

        assertThat(chain.execute("up").tier()).isEqualTo("model");
        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
        time.advance(LIMIT);
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
        assertThat(time.scheduled()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void after_an_hour_without_a_call_the_first_one_is_the_probe(Form form) {
        FallbackChain<String, String> chain = chain(AFTER_FIVE);
        open(chain, form);

        time.advance(Duration.ofHours(1));

        assertThat(ask(chain, form, "up").tier()).isEqualTo("model");
        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void a_hundred_callers_that_go_away_are_no_failures_of_the_model() {
        FallbackChain<String, String> chain = chain().asyncModel(
                        "model",
                        this::later,
                        tier -> tier.timeLimit(LIMIT)
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, OPEN_FOR)))
                .local("net", in -> "net")
                .build();

        for (int i = 0; i < 100; i++) {
            assertThat(chain.executeAsync("up").cancel(true)).isTrue();
        }

        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
        time.advance(LIMIT);
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
        assertThat(chain.execute("up").tier()).isEqualTo("model");
    }

    @ParameterizedTest
    @EnumSource
    void fifty_callers_with_hardly_any_time_left_are_no_failures_of_the_model(Form form) {
        FallbackChain<String, String> chain = chain(CircuitBreakerSpec.consecutiveFailures(1, OPEN_FOR));

        for (int i = 0; i < 50; i++) {
            Deadline hurried = Deadline.after(Duration.ofMillis(5), time);
            Result<String> result = form == Form.SYNC
                    ? chain.execute("hang", hurried)
                    : chain.executeAsync("hang", hurried).join();
            assertThat(result.reason()).contains(FailureKind.OUT_OF_TIME);
        }

        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
        assertThat(ask(chain, form, "up").tier()).isEqualTo("model");
    }

    @Test
    void failures_scattered_under_steady_success_never_open_it() {
        FallbackChain<String, String> chain = chain(CircuitBreakerSpec.slidingWindow());

        for (int i = 1; i <= 1_000; i++) {
            chain.execute(i % 20 == 0 ? "down" : "up");
            time.advance(Duration.ofMillis(100));
            assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
        }

        assertThat(calls).isEqualTo(1_000);
    }

    @Test
    void a_feature_with_little_traffic_is_protected_by_the_defaults_too() {
        FallbackChain<String, String> chain = chain(CircuitBreakerSpec.slidingWindow());

        for (int i = 0; i < 120; i++) {
            chain.execute("hang");
            time.advance(Duration.ofSeconds(30).minus(LIMIT));
            if (i == 4) {
                assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
            }
        }

        // One call every 30 s finds the breaker open for exactly 30 s: from the fifth on each is a probe, the bound is
        // its limit.
        assertThat(calls).isLessThanOrEqualTo(120);
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"400 unsupported parameter", "cancelled by the user", "404", "ignored"})
    void the_text_of_a_failure_excuses_nothing(String message) {
        FallbackChain<String, String> chain = chain().model(
                        "model",
                        in -> {
                            throw new IOException(message);
                        },
                        tier -> tier.circuitBreaker(AFTER_FIVE))
                .local("net", in -> "net")
                .build();

        for (int i = 0; i < 5; i++) {
            chain.execute("in");
        }

        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
    }

    @Test
    void quality_failures_of_one_chain_do_not_open_the_breaker_of_another_with_the_same_tier() {
        Tier<String, String> strict = Tier.model(
                "model",
                this::model,
                tier -> tier.circuitBreaker(AFTER_FIVE).check("schema", out -> out.startsWith("{")));
        FallbackChain<String, String> one =
                chain().tier(strict).local("net", in -> "net").build();
        FallbackChain<String, String> other =
                chain().tier(strict).local("net", in -> "net").build();

        for (int i = 0; i < 20; i++) {
            one.execute("plain");
        }

        assertThat(state(one)).isEqualTo(CircuitState.OPEN);
        assertThat(state(other)).isEqualTo(CircuitState.CLOSED);
        assertThat(other.execute("{}").tier()).isEqualTo("model");
    }
}
