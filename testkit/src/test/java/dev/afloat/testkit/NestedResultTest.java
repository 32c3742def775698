package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.Tier;
import dev.afloat.TierSettings;
import dev.afloat.call.Hit;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NestedResultTest {
    private static final Duration AGE = Duration.ofMinutes(7);

    private final VirtualTime time = new VirtualTime();
    private final List<String> ids = new ArrayList<>();

    private FallbackChainBuilder<String, String> chain(String feature) {
        return FallbackChain.<String, String>named(feature).timeSource(time);
    }

    private static String down() throws IOException {
        throw new IOException("down");
    }

    private String hang() throws InterruptedException {
        time.pause(Duration.ofMinutes(5));
        return "late";
    }

    private static Tier<String, String> cache(boolean fresh, Consumer<TierSettings<String, String>> settings) {
        return Tier.agedLookup("cache", in -> Optional.of(new Hit<>("kept", AGE, fresh)), settings);
    }

    private FallbackChain<String, String> inner() {
        return chain("inner")
                .modelWithContext("model", (in, context) -> {
                    ids.add(context.requestId());
                    return in.equals("hang") ? hang() : in;
                })
                .local("net", in -> "inner net")
                .build();
    }

    @Test
    void a_nested_chain_at_full_quality_is_not_degraded() {
        FallbackChain<String, String> outer =
                chain("outer").tier(inner().asTier("nested")).build();

        Result<String> result = outer.execute("in");

        AfloatAssertions.assertThat(result)
                .wasServedBy("nested")
                .isNotDegraded()
                .hasLevel(Level.PRIMARY);
        assertThat(result.feature()).isEqualTo("outer");
        assertThat(ids).containsExactly(result.requestId());
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void a_nested_chain_carries_level_and_reason_out(boolean equivalent) {
        FallbackChain<String, String> outer = chain("outer")
                .tier(inner().asTier("nested", tier -> {
                    if (equivalent) {
                        tier.equivalent();
                    }
                }))
                .build();

        Result<String> result = outer.execute("hang");

        AfloatAssertions.assertThat(result)
                .hasValue("inner net")
                .isDegradedBy(FailureKind.TIMEOUT)
                .hasLevel(Level.RULE_BASED)
                .hasAttempt("nested", Outcome.SUCCESS);
        assertThat(ids).containsExactly(result.requestId());
    }

    @Test
    void a_nested_chain_carries_the_age_of_a_kept_answer_out() {
        FallbackChain<String, String> inner = chain("inner")
                .model("model", in -> down())
                .tier(cache(true, tier -> {}))
                .local("net", in -> in)
                .build();
        FallbackChain<String, String> outer =
                chain("outer").tier(inner.asTier("nested")).build();

        Result<String> result = outer.execute("in");

        AfloatAssertions.assertThat(result).hasLevel(Level.CACHED).isDegradedBy(FailureKind.UNAVAILABLE);
        assertThat(result.age()).contains(AGE);
    }

    @Test
    void a_failure_of_the_outer_chain_is_the_reason_before_that_of_the_nested_one() {
        FallbackChain<String, String> outer = chain("outer")
                .model(
                        "model",
                        in -> down(),
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofHours(1))))
                .tier(inner().asTier("nested"))
                .build();
        outer.execute("opens the breaker");

        Result<String> result = outer.execute("hang");

        AfloatAssertions.assertThat(result)
                .isDegradedBy(FailureKind.CIRCUIT_OPEN)
                .hasLevel(Level.RULE_BASED);
    }

    @Test
    void a_miss_of_the_outer_chain_does_not_hide_the_reason_of_the_nested_one() {
        FallbackChain<String, String> outer = chain("outer")
                .lookup("cache", in -> Optional.empty(), TierSettings::freshOnly)
                .tier(inner().asTier("nested"))
                .build();

        Result<String> result = outer.execute("hang");

        AfloatAssertions.assertThat(result).wasServedBy("nested").isDegradedBy(FailureKind.TIMEOUT);
    }

    @Test
    void a_nested_chain_that_is_exhausted_fails_with_the_kind_of_its_first_tier() {
        FallbackChain<String, String> inner =
                chain("inner").model("model", in -> hang()).withoutSafetyNet().build();
        FallbackChain<String, String> outer = chain("outer")
                .tier(inner.asTier("nested"))
                .local("net", in -> in)
                .build();

        Result<String> result = outer.execute("in");

        AfloatAssertions.assertThat(result)
                .wasServedBy("net")
                .isDegradedBy(FailureKind.TIMEOUT)
                .hasAttempt("nested", Outcome.ERROR);
    }
}
