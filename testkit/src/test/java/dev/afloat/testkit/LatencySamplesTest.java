package dev.afloat.testkit;

import static dev.afloat.testkit.LatencySetup.COUNTED;
import static dev.afloat.testkit.LatencySetup.SERVED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.Tier;
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
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which calls say how quick a tier is, and of which tier. */
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

    @ParameterizedTest
    @EnumSource
    void every_kind_of_tier_may_be_held_to_a_bound(Form form) {
        VirtualTime time = new VirtualTime();
        Consumer<TierSettings<String, String>> bound = tier -> tier.latency(BOUND);
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> {
                            throw new IllegalStateException();
                        },
                        bound)
                .asyncModel("stage", in -> CompletableFuture.failedFuture(new IllegalStateException()), bound)
                .lookup(
                        "lookup",
                        in -> {
                            time.pause(Duration.ofMillis(400));
                            return in.equals("hit") ? Optional.of(in) : Optional.empty();
                        },
                        bound)
                .local(
                        "local",
                        in -> {
                            time.pause(Duration.ofMillis(400));
                            return in;
                        },
                        bound)
                .timeSource(time)
                .build();

        for (int i = 0; i < 3; i++) {
            Forms.ask(chain, form, "hit");
            Forms.ask(chain, form, "miss");
        }

        assertThat(Forms.attempts(Forms.ask(chain, form, "hit")))
                .last()
                .isEqualTo("lookup QUALITY_FAILURE 'latency-p95'");
        assertThat(Forms.attempts(Forms.ask(chain, form, "miss")))
                .endsWith("lookup MISS", "local QUALITY_FAILURE 'latency-p95'");
        assertThat(chain.health().tiers().stream()
                        .map(tier ->
                                Objects.requireNonNull(tier.quality().latency()).samples()))
                .containsExactly(0, 0, 4, 4);
    }

    @ParameterizedTest
    @EnumSource
    void stages_are_timed_until_they_are_complete(Form form) {
        VirtualTime time = new VirtualTime();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .asyncModel(
                        "model",
                        in -> {
                            CompletableFuture<String> stage = new CompletableFuture<>();
                            time.schedule(Duration.ofMillis(301), () -> stage.complete(in));
                            return stage;
                        },
                        tier -> tier.timeLimit(LIMIT).latency(BOUND))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        for (int i = 0; i < 3; i++) {
            if (form == Form.SYNC) {
                chain.execute("in");
            } else {
                CompletableFuture<?> asked = chain.executeAsync("in");
                time.advance(Duration.ofSeconds(1));
                assertThat(asked).isCompleted();
            }
        }

        LatencyHealth latency =
                Objects.requireNonNull(chain.health().tier("model").quality().latency());
        assertThat(latency.max()).isEqualTo(Duration.ofMillis(301));
        assertThat(latency.samples()).isEqualTo(3);
        assertThat(chain.health().tier("model").quality().failures()).containsEntry("latency-p95", 1L);
    }

    @Test
    void what_an_interceptor_takes_is_time_of_the_tier() {
        LatencySetup setup = setup(Form.SYNC, tier -> {});
        FallbackChain<String, String> slowed = setup.chain.toBuilder()
                .interceptor(invocation -> {
                    if (invocation.tier().equals("model")) {
                        setup.time.pause(Duration.ofMillis(400));
                    }
                    return invocation.proceed();
                })
                .build();

        slowed.execute("1");

        assertThat(Objects.requireNonNull(
                                slowed.health().tier("model").quality().latency())
                        .max())
                .isEqualTo(Duration.ofMillis(401));
        assertThat(setup.latency().samples())
                .as("of the chain it was made from")
                .isZero();
    }

    @Test
    void each_tier_of_each_chain_has_a_window_of_its_own() {
        VirtualTime time = new VirtualTime();
        Tier<String, String> shared = Tier.lookup(
                "shared",
                in -> {
                    time.pause(Duration.ofMillis(400));
                    return Optional.of(in);
                },
                tier -> tier.latency(BOUND));
        FallbackChain<String, String> one = FallbackChain.<String, String>named("one")
                .tier(shared)
                .local("net", in -> in, tier -> tier.latency(BOUND))
                .timeSource(time)
                .build();
        FallbackChain<String, String> two = one.toBuilder().build();
        for (int i = 0; i < 3; i++) {
            one.execute("in");
        }

        assertThat(Forms.attempts(one.execute("in"))).containsExactly("shared QUALITY_FAILURE 'latency-p95'");
        assertThat(Forms.attempts(two.execute("in"))).containsExactly("shared SUCCESS");
        assertThat(Objects.requireNonNull(one.health().tier("net").quality().latency())
                        .samples())
                .isZero();
    }

    @Test
    void a_tier_without_a_bound_has_no_latency_to_show() {
        LatencySetup setup = new LatencySetup(Form.SYNC, tier -> {});

        assertThat(setup.attempt("500")).isEqualTo(SERVED);
        assertThat(setup.chain.health().tier("model").quality().latency()).isNull();
    }
}
