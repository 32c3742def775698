package dev.afloat.testkit;

import static dev.afloat.testkit.LatencySetup.SERVED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.Tier;
import dev.afloat.TierSettings;
import dev.afloat.guard.LatencyHealth;
import dev.afloat.quality.LatencyBound;
import dev.afloat.testkit.AsyncScenario.Form;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which tiers can be held to a latency, and that each is by itself. */
class LatencyOfTiersTest {
    private static final Duration LIMIT = Duration.ofMillis(500);
    private static final LatencyBound BOUND =
            LatencyBound.p95(Duration.ofMillis(300)).window(10).minimumSamples(3);

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
        LatencySetup setup = new LatencySetup(Form.SYNC, BOUND, tier -> {});
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
