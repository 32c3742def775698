package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.quality.LatencyBound;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DescriptionTest {
    private final FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
            .within(Duration.ofSeconds(2))
            .model(
                    "model",
                    in -> in,
                    tier -> tier.timeLimit(Duration.ofSeconds(1))
                            .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(3, Duration.ofSeconds(4)))
                            .maxConcurrent(5)
                            .minimumTime(Duration.ofMillis(10))
                            .check("good", out -> true)
                            .latency(LatencyBound.p95(Duration.ofMillis(400)).rejecting()))
            .lookup("twin", Optional::of, tier -> tier.equivalent())
            .local("net", in -> in)
            .build();

    @Test
    void a_chain_describes_itself_in_a_line_for_each_tier() {
        assertThat(chain.describe().toString().lines())
                .containsExactly(
                        "search within PT2S",
                        "  model: MODEL, PRIMARY, limit PT1S, minimum PT0.01S, CircuitBreakerSpec[timeWindow=null, failureRate=100.0, "
                                + "minimumCalls=3, failuresInARow=0, openFor=PT4S, probes=1], at most 5 at once, waiting for PT0.333333333S, checks [good], p95 within PT0.4S of 100 calls, rejecting",
                        "  twin: LOOKUP, CACHED, equivalent",
                        "  net: LOCAL, RULE_BASED");
    }

    @Test
    void a_chain_and_its_builder_name_their_tiers() {
        assertThat(chain).hasToString("FallbackChain[search: model → twin → net]");
        assertThat(chain.toBuilder().toString()).startsWith("FallbackChainBuilder[search: [Tier[model, MODEL], ");
    }

    @Test
    void asking_for_the_health_of_a_tier_that_is_not_there_names_those_that_are() {
        assertThat(chain.health().tier("twin").tier()).isEqualTo("twin");
        assertThatThrownBy(() -> chain.health().tier("modle"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("The chain 'search' has no tier 'modle', only [model, twin, net]");
    }
}
