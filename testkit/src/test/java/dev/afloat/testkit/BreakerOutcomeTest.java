package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.QualityFailureException;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.quality.Verdict;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a breaker records, and what it must not. The input says what the model does. */
class BreakerOutcomeTest {
    private static final Duration OPEN_FOR = Duration.ofSeconds(10);
    private static final Duration LIMIT = Duration.ofMillis(800);
    private static final CircuitBreakerSpec ONE_FAILURE = CircuitBreakerSpec.consecutiveFailures(1, OPEN_FOR);

    private final VirtualTime time = new VirtualTime();
    private int calls;

    @SuppressWarnings("NullAway") // a model written without nullness annotations
    private String model(String in) throws Exception {
        calls++;
        switch (in) {
            case "F", "error" -> throw new IOException("down");
            case "hang" -> time.pause(Duration.ofSeconds(9));
            case "null" -> {
                return null;
            }
            case "quality" -> throw new QualityFailureException("empty");
            case "overflow" -> throw new StackOverflowError();
            case "linkage" -> throw new NoClassDefFoundError("some/Client");
            default -> {}
        }
        return in;
    }

    private static Verdict judge(String answer) {
        return switch (answer) {
            case "rejected" -> Verdict.rejected("bad");
            case "counted" -> Verdict.counted("slow");
            case "uncertain" -> Verdict.uncertain("unsure");
            default -> Verdict.accepted();
        };
    }

    private FallbackChain<String, String> chain(Consumer<TierSettings<String, String>> settings) {
        return FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        this::model,
                        tier -> settings.accept(tier.timeLimit(LIMIT).check((in, out) -> judge(out))))
                .local("net", in -> "net")
                .timeSource(time)
                .build();
    }

    private FallbackChain<String, String> chain(CircuitBreakerSpec spec) {
        return chain(tier -> tier.circuitBreaker(spec));
    }

    private static @Nullable CircuitState state(FallbackChain<?, ?> chain) {
        return chain.health().tier("model").circuit();
    }

    private static void play(FallbackChain<String, String> chain, String sequence) {
        sequence.chars().forEach(step -> chain.execute(Character.toString(step)));
    }

    @ParameterizedTest
    @CsvSource({
        "FSFSFSSSSF, OPEN", // 40 % of 10
        "SFSFSFSFSS, OPEN", // the tenth outcome is a success
        "FSFSFSSSSS, CLOSED", // 30 %
        "FSFSFFSFF, CLOSED", // only 9 outcomes
        "FFFFF, OPEN", // 5 in a row
        "FFFF, CLOSED",
        "FFFFSFFFF, CLOSED", // a success between
    })
    void the_default_opens_at_40_percent_of_ten_or_at_five_in_a_row(String sequence, CircuitState expected) {
        FallbackChain<String, String> chain = chain(CircuitBreakerSpec.slidingWindow());

        play(chain, sequence);

        assertThat(state(chain)).isEqualTo(expected);
        assertThat(calls).isEqualTo(sequence.length());
    }

    @Test
    void the_default_forgets_outcomes_older_than_a_minute() {
        FallbackChain<String, String> chain = chain(CircuitBreakerSpec.slidingWindow());

        play(chain, "FSFSFSF");
        time.advance(Duration.ofSeconds(61));
        play(chain, "SSFSSSSSSF");

        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
    }

    @ParameterizedTest
    @CsvSource({"FF, CLOSED", "FFSFF, CLOSED", "FFF, OPEN", "FFSFFF, OPEN"})
    void consecutive_failures_open_when_the_last_so_many_all_failed(String sequence, CircuitState expected) {
        FallbackChain<String, String> chain = chain(CircuitBreakerSpec.consecutiveFailures(3, OPEN_FOR));

        play(chain, sequence);

        assertThat(state(chain)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"error", "hang", "null", "quality", "overflow", "linkage", "rejected", "counted"})
    void failures_of_every_sort_count(String failure) {
        FallbackChain<String, String> chain = chain(ONE_FAILURE);

        Result<String> result = chain.execute(failure);

        assertThat(result.attempts().get(0).outcome().failure()).isTrue();
        assertThat(result.tier()).isEqualTo(failure.equals("counted") ? "model" : "net");
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"error", "hang", "null", "quality", "overflow", "linkage", "rejected", "counted"})
    void failures_of_every_sort_fail_a_probe(String failure) {
        FallbackChain<String, String> chain = chain(ONE_FAILURE);
        play(chain, "F");
        time.advance(OPEN_FOR);

        chain.execute(failure);

        assertThat(calls).isEqualTo(2);
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
    }

    @Test
    void an_uncertain_answer_counts_neither_way() {
        FallbackChain<String, String> chain = chain(CircuitBreakerSpec.consecutiveFailures(2, OPEN_FOR));

        play(chain, "F");
        Result<String> uncertain = chain.execute("uncertain");
        CircuitState between = state(chain);
        play(chain, "F");

        AfloatAssertions.assertThat(uncertain).hasValue("uncertain").hasAttempt("model", Outcome.NEUTRAL);
        assertThat(between).isEqualTo(CircuitState.CLOSED);
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
    }

    @Test
    void a_miss_counts_neither_way() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .lookup(
                        "model",
                        in -> in.equals("miss") ? Optional.empty() : Optional.of(model(in)),
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(2, OPEN_FOR)))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        chain.execute("miss");
        chain.execute("miss");
        CircuitState afterMisses = state(chain);
        play(chain, "F");
        chain.execute("miss");
        play(chain, "F");

        assertThat(afterMisses).isEqualTo(CircuitState.CLOSED);
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"uncertain", "hang"})
    void a_probe_that_proves_nothing_gives_its_permit_back(String neutral) {
        FallbackChain<String, String> chain = chain(ONE_FAILURE);
        play(chain, "F");
        time.advance(OPEN_FOR);

        Result<String> probe = chain.execute(neutral, Deadline.after(LIMIT.dividedBy(2), time));
        CircuitState between = state(chain);
        Result<String> next = chain.execute("S");

        AfloatAssertions.assertThat(probe).hasAttempt("model", Outcome.NEUTRAL);
        assertThat(between).isEqualTo(CircuitState.HALF_OPEN);
        AfloatAssertions.assertThat(next).wasServedBy("model");
        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void an_open_breaker_spares_the_model() {
        FallbackChain<String, String> chain = chain(ONE_FAILURE);
        play(chain, "F");

        Result<String> result = chain.execute("S");

        assertThat(calls).isEqualTo(1);
        AfloatAssertions.assertThat(result)
                .wasServedBy("net")
                .isDegradedBy(FailureKind.CIRCUIT_OPEN)
                .hasLatency(Duration.ZERO);
    }

    @Test
    void breaker_and_limit_can_both_be_switched_off() {
        FallbackChain<String, String> chain =
                chain(tier -> tier.withoutCircuitBreaker().withoutTimeLimit());

        play(chain, "FFFFFFFFFFFF");
        Result<String> slow = chain.execute("hang");

        assertThat(calls).isEqualTo(13);
        assertThat(state(chain)).isNull();
        AfloatAssertions.assertThat(slow).wasServedBy("model").hasLatency(Duration.ofSeconds(9));
    }

    @Test
    void chains_made_from_one_another_share_no_breaker() {
        FallbackChain<String, String> first = chain(ONE_FAILURE);
        FallbackChain<String, String> second = first.toBuilder().build();

        play(first, "F");

        assertThat(state(first)).isEqualTo(CircuitState.OPEN);
        assertThat(state(second)).isEqualTo(CircuitState.CLOSED);
    }
}
