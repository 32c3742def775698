package dev.afloat.testkit;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.Provider;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Two features, one provider. */
class ProviderTest {
    private static final CircuitBreakerSpec TWO_IN_A_ROW =
            CircuitBreakerSpec.consecutiveFailures(2, Duration.ofSeconds(10));

    private final VirtualTime time = new VirtualTime();
    private final Provider provider = Provider.named("llm-house")
            .timeSource(time)
            .circuitBreaker(TWO_IN_A_ROW)
            .build();
    private final FallbackChain<String, String> search = chain("search", tier -> {});
    private final FallbackChain<String, String> summary = chain("summary", tier -> {});
    private @Nullable FailureKind fails;
    private int calls;

    private static final class Told extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    private FallbackChain<String, String> chain(String feature, Consumer<TierSettings<String, String>> more) {
        return FallbackChain.<String, String>named(feature)
                .timeSource(time)
                .model("model", this::answer, tier -> {
                    tier.provider(provider)
                            .timeLimit(Duration.ofSeconds(1))
                            .circuitBreaker(TWO_IN_A_ROW)
                            .classifier(thrown -> thrown instanceof Told && fails != null ? Failure.of(fails) : null)
                            .check("good", answer -> !answer.equals("garbage"));
                    more.accept(tier);
                })
                .local("net", in -> "net")
                .build();
    }

    private String answer(String in) throws InterruptedException {
        calls++;
        if (in.equals("hang")) {
            time.pause(Duration.ofMinutes(1));
        }
        if (fails != null) {
            throw new Told();
        }
        return in;
    }

    private void fail(FallbackChain<String, String> chain, FailureKind kind, int times) {
        fails = kind;
        for (int i = 0; i < times; i++) {
            assertThat(chain.execute("in")).wasServedBy("net");
        }
        fails = null;
    }

    private @Nullable CircuitState circuit(FallbackChain<String, String> chain) {
        return chain.health().tier("model").circuit();
    }

    @ParameterizedTest
    @EnumSource(names = {"TIMEOUT", "OVERLOADED", "UNAVAILABLE"})
    void an_outage_seen_by_one_spares_the_other(FailureKind kind) {
        fail(search, kind, 1);
        fail(summary, kind, 1);
        calls = 0;

        Result<String> spared = summary.execute("in");

        assertThat(spared).wasServedBy("net").isDegradedBy(FailureKind.CIRCUIT_OPEN);
        Attempt skipped = spared.attempts().get(0);
        assertThat(skipped.outcome()).isEqualTo(Outcome.SKIPPED);
        assertThat(skipped.code()).contains("provider");
        assertThat(calls).isZero();
        assertThat(provider.health().circuit()).isEqualTo(CircuitState.OPEN);
        assertThat(circuit(search)).as("its own has seen one failure only").isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void our_own_limit_counts_as_an_outage() {
        assertThat(search.execute("hang")).isDegradedBy(FailureKind.TIMEOUT);
        assertThat(summary.execute("hang")).isDegradedBy(FailureKind.TIMEOUT);

        assertThat(provider.health().circuit()).isEqualTo(CircuitState.OPEN);
    }

    @ParameterizedTest
    @EnumSource(names = {"MALFORMED", "UNKNOWN", "BAD_REQUEST", "RATE_LIMITED", "MISCONFIGURED", "REFUSED"})
    void what_says_nothing_about_the_provider_does_not_close_it_to_others(FailureKind kind) {
        fail(search, kind, 5);

        assertThat(provider.health().circuit()).isEqualTo(CircuitState.CLOSED);
        assertThat(summary.execute("in")).wasServedBy("model");
    }

    @Test
    void garbage_in_one_leaves_the_provider_closed_for_the_other() {
        for (int i = 0; i < 5; i++) {
            assertThat(search.execute("garbage")).wasServedBy("net");
        }

        assertThat(circuit(search)).isEqualTo(CircuitState.OPEN);
        assertThat(provider.health().circuit()).isEqualTo(CircuitState.CLOSED);
        assertThat(summary.execute("in")).wasServedBy("model");
    }

    @Test
    void a_probe_of_either_closes_it_for_both_even_by_a_poor_answer() {
        fail(search, FailureKind.UNAVAILABLE, 1);
        fail(summary, FailureKind.UNAVAILABLE, 1);
        time.advance(Duration.ofSeconds(10));

        assertThat(search.execute("garbage")).wasServedBy("net");

        assertThat(provider.health().circuit()).isEqualTo(CircuitState.CLOSED);
        assertThat(summary.execute("in")).wasServedBy("model");
    }

    /** If the second refused and the first kept its permission, the tier's only probe would be lost. */
    @Test
    void what_the_provider_refuses_the_tiers_own_breaker_takes_back() {
        FallbackChain<String, String> impatient = chain(
                "impatient",
                tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(1))));
        fail(impatient, FailureKind.UNAVAILABLE, 1);
        fail(search, FailureKind.UNAVAILABLE, 1);
        time.advance(Duration.ofSeconds(2));
        assertThat(circuit(impatient)).isEqualTo(CircuitState.OPEN);

        for (int i = 0; i < 3; i++) {
            assertThat(impatient.execute("in").attempts().get(0).code()).contains("provider");
            assertThat(circuit(impatient)).isEqualTo(CircuitState.HALF_OPEN);
        }
        time.advance(Duration.ofSeconds(8));

        assertThat(impatient.execute("in")).wasServedBy("model");
        assertThat(circuit(impatient)).isEqualTo(CircuitState.CLOSED);
        assertThat(impatient.health().tier("model").load().inFlight()).isZero();
    }

    @Test
    void an_exhausted_quota_is_everybodys_and_a_rate_limit_is_the_tiers() {
        fail(search, FailureKind.RATE_LIMITED, 1);
        assertThat(search.execute("in")).isDegradedBy(FailureKind.RATE_LIMITED);
        assertThat(summary.execute("in")).wasServedBy("model");

        fail(summary, FailureKind.QUOTA_EXHAUSTED, 1);

        time.advance(Duration.ofMinutes(59));
        for (FallbackChain<String, String> chain : List.of(search, summary)) {
            Result<String> held = chain.execute("in");
            assertThat(held).isDegradedBy(FailureKind.QUOTA_EXHAUSTED);
            assertThat(held.attempts().get(0).code()).contains("provider");
        }
        assertThat(provider.health().held()).isEqualTo(FailureKind.QUOTA_EXHAUSTED);
        assertThat(provider.health().heldFor()).isEqualTo(Duration.ofMinutes(1));
        time.advance(Duration.ofMinutes(1));
        assertThat(search.execute("in")).wasServedBy("model");
    }

    @Test
    void a_chain_on_another_time_is_refused() {
        FallbackChainBuilder<String, String> builder = FallbackChain.<String, String>named("search")
                .model("model", in -> in, tier -> tier.provider(provider))
                .local("net", in -> "net");

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith("tier 'model' depends on a provider that follows another time source. "
                        + "Build 'llm-house' with the same timeSource(…).");
    }

    @Test
    void a_breaker_that_keeps_its_clock_is_for_real_time() {
        Provider real = Provider.named("real")
                .circuitBreaker(CircuitBreaker.ofDefaults("mine"))
                .build();

        assertThat(FallbackChain.<String, String>named("search")
                        .model("model", in -> in, tier -> tier.provider(real))
                        .local("net", in -> "net")
                        .build()
                        .execute("in"))
                .wasServedBy("model");
        assertThat(real.follows(time)).isFalse();
    }

    @Test
    void a_last_tier_that_depends_on_a_provider_is_no_safety_net() {
        FallbackChainBuilder<String, String> builder = FallbackChain.<String, String>named("search")
                .timeSource(time)
                .model("model", in -> in, tier -> tier.provider(provider))
                .local("small", in -> "small", tier -> tier.provider(provider));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("its last tier 'small' may fail to answer");
        assertThat(builder.withoutSafetyNet().build().execute("in")).wasServedBy("model");
    }

    @Test
    void a_provider_has_a_name() {
        assertThat(provider).hasToString("Provider[llm-house]");
        assertThat(search.describe().toString()).contains("provider llm-house");
        assertThatThrownBy(() -> Provider.named(" "))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A provider's name must not be blank: it stands in health and metrics");
    }
}
