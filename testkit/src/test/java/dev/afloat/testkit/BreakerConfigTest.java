package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.call.ModelCall;
import dev.afloat.event.CircuitState;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.io.IOException;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Breakers from a configuration that the user has already. */
class BreakerConfigTest {
    private static final Duration OPEN_FOR = Duration.ofSeconds(10);
    private static final Duration NANO = Duration.ofNanos(1);

    private final VirtualTime time = new VirtualTime();
    private int calls;

    private FallbackChain<String, String> chain(
            ModelCall<String, String> model, Consumer<TierSettings<String, String>> settings) {
        return FallbackChain.<String, String>named("search")
                .model("model", model, settings)
                .local("net", in -> "net")
                .timeSource(time)
                .build();
    }

    private String model(String in) throws Exception {
        calls++;
        if (in.equals("F")) {
            throw new IOException("down");
        }
        if (in.equals("slow")) {
            time.pause(Duration.ofSeconds(2));
        }
        return in;
    }

    private static @Nullable CircuitState state(FallbackChain<?, ?> chain) {
        return chain.health().tier("model").circuit();
    }

    private static void play(FallbackChain<String, String> chain, String sequence) {
        sequence.chars().forEach(step -> chain.execute(Character.toString(step)));
    }

    private void assertProbedAtExactlyTheWait(FallbackChain<String, String> chain) {
        int before = calls;
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
        time.advance(OPEN_FOR.minus(NANO));
        chain.execute("S");
        assertThat(calls).as("calls 1 ns before the end of the wait").isEqualTo(before);
        time.advance(NANO);
        chain.execute("S");
        assertThat(calls).as("calls at the end of the wait").isEqualTo(before + 1);
    }

    @Test
    void a_resilience4j_configuration_works_on_the_chains_clock() {
        FallbackChain<String, String> chain = chain(
                this::model,
                tier -> tier.circuitBreaker(CircuitBreakerConfig.custom()
                        .slidingWindow(4, 4, SlidingWindowType.COUNT_BASED)
                        .failureRateThreshold(50)
                        .slowCallDurationThreshold(Duration.ofSeconds(1))
                        .slowCallRateThreshold(75)
                        .waitDurationInOpenState(OPEN_FOR)
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .build()));

        play(chain, "SFSF");

        assertProbedAtExactlyTheWait(chain);
        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
        chain.execute("slow");
        chain.execute("slow");
        chain.execute("S");
        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
        chain.execute("slow");
        assertThat(state(chain)).as("after 3 slow calls of 4").isEqualTo(CircuitState.OPEN);
    }

    @Test
    void a_predicate_of_the_configuration_that_throws_loses_no_probe() {
        boolean[] broken = {false};
        FallbackChain<String, String> chain = chain(
                this::model,
                tier -> tier.circuitBreaker(CircuitBreakerConfig.custom()
                        .slidingWindow(1, 1, SlidingWindowType.COUNT_BASED)
                        .waitDurationInOpenState(OPEN_FOR)
                        .permittedNumberOfCallsInHalfOpenState(1)
                        .recordException(thrown -> {
                            if (broken[0]) {
                                throw new IllegalStateException("predicate");
                            }
                            return true;
                        })
                        .build()));
        play(chain, "F");
        time.advance(OPEN_FOR);
        broken[0] = true;

        Result<String> probe = chain.execute("F");
        Result<String> next = chain.execute("S");

        AfloatAssertions.assertThat(probe).wasServedBy("net").hasAttempt("model", Outcome.ERROR);
        AfloatAssertions.assertThat(next).wasServedBy("model");
    }

    @Test
    void a_wait_too_short_to_protect_is_refused() {
        assertThatThrownBy(() -> CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMillis(99)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "openFor must be 100 ms at least, but is PT0.099S: a shorter one probes more than it protects");
    }
}
