package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.call.ModelCall;
import dev.afloat.event.CircuitState;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When an open breaker tries again, and what decides then. The input says what the model does: S succeeds, F fails. */
class BreakerProbeTest {
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

    private FallbackChain<String, String> chain(CircuitBreakerSpec spec) {
        return chain(this::model, tier -> tier.circuitBreaker(spec));
    }

    private String model(String in) throws Exception {
        calls++;
        if (in.equals("F")) {
            throw new IOException("down");
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
    void a_call_at_exactly_the_end_of_the_wait_is_the_probe_and_one_nanosecond_before_is_not() {
        FallbackChain<String, String> chain = chain(CircuitBreakerSpec.consecutiveFailures(1, OPEN_FOR));

        play(chain, "F");

        assertProbedAtExactlyTheWait(chain);
        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void the_wait_is_exact_every_time_it_opens() {
        FallbackChain<String, String> chain = chain(CircuitBreakerSpec.consecutiveFailures(1, OPEN_FOR));
        for (int i = 0; i < 3; i++) {
            play(chain, "F");
            time.advance(OPEN_FOR);
        }

        play(chain, "F");

        assertThat(calls).isEqualTo(4);
        assertProbedAtExactlyTheWait(chain);
    }

    @Test
    void the_wait_is_exact_where_five_in_a_row_opened_the_breaker() {
        FallbackChain<String, String> chain =
                chain(CircuitBreakerSpec.slidingWindow().withOpenFor(OPEN_FOR));

        play(chain, "FFFFF");

        assertProbedAtExactlyTheWait(chain);
    }

    @Test
    void the_wait_is_exact_where_the_outcome_that_filled_the_window_was_a_success() {
        FallbackChain<String, String> chain =
                chain(CircuitBreakerSpec.slidingWindow().withOpenFor(OPEN_FOR));

        play(chain, "SFSFSFSFSS");

        assertProbedAtExactlyTheWait(chain);
    }

    @ParameterizedTest
    @CsvSource({
        "1, S, CLOSED",
        "1, F, OPEN",
        "2, S, HALF_OPEN",
        "2, SS, CLOSED",
        "2, SF, OPEN",
        "2, FS, OPEN",
        "3, SS, HALF_OPEN",
        "3, SSS, CLOSED",
        "3, SSF, CLOSED",
        "3, FSF, OPEN",
    })
    void the_failure_rate_of_the_probes_decides(int probes, String outcomes, CircuitState expected) {
        FallbackChain<String, String> chain =
                chain(CircuitBreakerSpec.slidingWindow().withOpenFor(OPEN_FOR).withProbes(probes));
        play(chain, "FFFFF");
        time.advance(OPEN_FOR);

        play(chain, outcomes);

        assertThat(calls).isEqualTo(5 + outcomes.length());
        assertThat(state(chain)).isEqualTo(expected);
    }

    @Test
    void the_wait_is_exact_where_the_last_of_several_probes_succeeded_in_vain() {
        FallbackChain<String, String> chain =
                chain(CircuitBreakerSpec.slidingWindow().withOpenFor(OPEN_FOR).withProbes(2));
        play(chain, "FFFFF");
        time.advance(OPEN_FOR);

        play(chain, "FS");

        assertProbedAtExactlyTheWait(chain);
    }

    @Test
    void failures_of_probes_do_not_count_in_a_row_once_the_breaker_has_closed() {
        FallbackChain<String, String> chain =
                chain(CircuitBreakerSpec.slidingWindow().withOpenFor(OPEN_FOR).withProbes(3));
        play(chain, "FFFFF");
        time.advance(OPEN_FOR);
        play(chain, "SSF");

        play(chain, "FFFF");

        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"S", "F"})
    void an_outcome_from_before_a_change_of_state_is_dropped(String late) {
        Reentrant reentrant = new Reentrant();
        FallbackChain<String, String> chain = chain(
                reentrant,
                tier -> tier.withoutTimeLimit()
                        .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(2, OPEN_FOR)
                                .withProbes(2)));
        List<Optional<CircuitState>> before = new ArrayList<>();
        reentrant.meanwhile = () -> {
            play(chain, "FF");
            time.advance(OPEN_FOR);
            play(chain, "S");
            before.add(Optional.ofNullable(state(chain)));
        };

        Result<String> result = chain.execute("outer" + late);

        AfloatAssertions.assertThat(result).hasAttempt("model", late.equals("S") ? Outcome.SUCCESS : Outcome.ERROR);
        assertThat(before).containsExactly(Optional.of(CircuitState.HALF_OPEN));
        assertThat(state(chain)).as("state after the late outcome").isEqualTo(CircuitState.HALF_OPEN);
        play(chain, "S");
        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void a_late_failure_shortens_no_wait() {
        Reentrant reentrant = new Reentrant();
        FallbackChain<String, String> chain = chain(
                reentrant,
                tier -> tier.withoutTimeLimit().circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, OPEN_FOR)));
        reentrant.meanwhile = () -> play(chain, "F");

        chain.execute("outerF");

        assertProbedAtExactlyTheWait(chain);
    }

    /** A call that is still running while others come and go. */
    private final class Reentrant implements ModelCall<String, String> {
        private Runnable meanwhile = () -> {};

        @Override
        public String call(String in) throws Exception {
            if (!in.startsWith("outer")) {
                return model(in);
            }
            meanwhile.run();
            return model(in.substring("outer".length()));
        }
    }
}
