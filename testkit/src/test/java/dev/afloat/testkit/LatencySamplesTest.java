package dev.afloat.testkit;

import static dev.afloat.testkit.LatencySetup.COUNTED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.LatencyHealth;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.quality.LatencyBound;
import dev.afloat.quality.Verdict;
import dev.afloat.testkit.AsyncScenario.Form;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which calls say how quick a tier is. */
class LatencySamplesTest {
    private static final Duration LIMIT = Duration.ofMillis(500);
    private static final LatencyBound BOUND =
            LatencyBound.p95(Duration.ofMillis(300)).window(10).minimumSamples(3);

    private static LatencySetup setup(Form form, Consumer<TierSettings<String, String>> settings) {
        return new LatencySetup(
                form, BOUND, tier -> settings.accept(tier.timeLimit(LIMIT).withoutCircuitBreaker()));
    }

    @ParameterizedTest
    @EnumSource
    void timeouts_move_the_percentile_as_much_as_they_take(Form form) {
        LatencySetup setup = new LatencySetup(
                form,
                LatencyBound.p95(Duration.ofSeconds(1)).window(200),
                tier -> tier.timeLimit(Duration.ofSeconds(2)).withoutCircuitBreaker());

        setup.ask(100, "200");
        setup.ask(100, "5000");

        assertThat(setup.latency().p50()).isEqualTo(Duration.ofMillis(200));
        assertThat(setup.latency().p95()).isGreaterThanOrEqualTo(Duration.ofSeconds(2));
        assertThat(setup.latency().samples()).isEqualTo(200);
        assertThat(setup.latency().exceeded()).isTrue();
    }

    @Test
    void one_call_that_was_slow_is_seen_in_the_maximum_only() {
        LatencySetup setup = new LatencySetup(
                Form.SYNC, LatencyBound.p95(Duration.ofSeconds(1)), tier -> tier.timeLimit(Duration.ofSeconds(5)));

        setup.ask(50, "2");
        setup.ask("3000");
        setup.ask(49, "2");

        Duration two = Duration.ofMillis(2);
        assertThat(setup.latency())
                .isEqualTo(new LatencyHealth(
                        null, Duration.ofSeconds(1), 100, two, two, two, Duration.ofSeconds(3), false));
    }

    @ParameterizedTest
    @EnumSource
    void a_timeout_is_a_slow_call_and_stays_a_timeout(Form form) {
        LatencySetup setup = setup(form, tier -> {});

        for (int i = 0; i < 3; i++) {
            assertThat(setup.attempt("501")).isEqualTo("model TIMEOUT");
        }

        assertThat(setup.attempt("1")).isEqualTo(COUNTED);
        assertThat(setup.failures().values()).containsExactly(1L);
        assertThat(setup.latency().samples()).isEqualTo(4);
    }

    /** A call with less time than usual: 299 ms say nothing, 300 are as long as the bound, and the call had not ended. */
    @ParameterizedTest
    @CsvSource({"SYNC, 299, 0", "SYNC, 300, 1", "SYNC, 301, 1", "ASYNC, 299, 0", "ASYNC, 300, 1"})
    void a_call_cut_short_by_the_budget_is_slow_if_it_took_as_long_as_the_bound(Form form, int budget, int samples) {
        LatencySetup setup = setup(form, tier -> {});

        for (int i = 0; i < 3; i++) {
            Attempt model = Forms.ask(setup.chain, form, "400", Deadline.after(Duration.ofMillis(budget), setup.time))
                    .attempts()
                    .get(0);
            assertThat(model.outcome()).isEqualTo(Outcome.NEUTRAL);
            assertThat(model.kind()).contains(FailureKind.OUT_OF_TIME);
        }

        assertThat(setup.latency().samples()).isEqualTo(3 * samples);
        assertThat(setup.latency().exceeded()).isEqualTo(samples > 0);
    }

    @ParameterizedTest
    @EnumSource
    void errors_and_rejected_answers_say_nothing(Form form) {
        LatencySetup setup = setup(
                form,
                tier -> tier.check((in, out) -> switch (in.substring(0, 2)) {
                    case "po" -> Verdict.rejected("poor");
                    case "re" -> Verdict.rejected("refused", FailureKind.REFUSED);
                    case "ne" -> Verdict.rejected("nonsense").asNeutral();
                    default -> Verdict.accepted();
                }));

        setup.ask("down");
        setup.ask("poor:400");
        setup.ask("refused:400");
        setup.ask("neutral:400");

        assertThat(setup.latency().samples()).isZero();
    }

    @ParameterizedTest
    @CsvSource({"SYNC, false, 0", "SYNC, true, 1", "ASYNC, false, 0", "ASYNC, true, 1"})
    void an_answer_whose_check_overruns_is_a_sample_where_it_is_served(Form form, boolean served, int samples) {
        VirtualTime time = new VirtualTime();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model("model", in -> in, tier -> {
                    tier.timeLimit(LIMIT).latency(BOUND).check((in, out) -> pauses(time));
                    if (served) {
                        tier.acceptOnCheckFailure();
                    }
                })
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        Forms.ask(chain, form, "in");

        LatencyHealth latency =
                Objects.requireNonNull(chain.health().tier("model").quality().latency());
        assertThat(latency.samples()).isEqualTo(samples);
    }

    private static Verdict pauses(VirtualTime time) {
        try {
            time.pause(Duration.ofSeconds(9));
            return Verdict.accepted();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void doubtful_and_counted_answers_are_samples_as_others_are() {
        LatencySetup setup = setup(
                Form.SYNC,
                tier -> tier.check(
                        (in, out) -> in.startsWith("odd") ? Verdict.uncertain("odd") : Verdict.counted("dear")));

        setup.ask("odd:400");
        setup.ask("dear:400");

        assertThat(setup.latency().samples()).isEqualTo(2);
        assertThat(setup.latency().p50()).isEqualTo(Duration.ofMillis(400));
    }

    @Test
    void the_end_of_a_call_that_was_given_up_is_no_second_sample() {
        VirtualTime time = new VirtualTime();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> {
                            time.pauseIgnoringInterrupts(Duration.ofSeconds(9));
                            return in;
                        },
                        tier -> tier.timeLimit(LIMIT).latency(BOUND))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        chain.execute("in");
        time.advance(Duration.ofSeconds(10));

        LatencyHealth latency =
                Objects.requireNonNull(chain.health().tier("model").quality().latency());
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
        assertThat(latency.samples()).isEqualTo(1);
        assertThat(latency.max()).isEqualTo(LIMIT);
    }
}
