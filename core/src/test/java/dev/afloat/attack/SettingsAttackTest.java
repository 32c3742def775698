package dev.afloat.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.outcome.Result;
import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("real-clock")
@Timeout(60)
class SettingsAttackTest {

    @Test
    void a_limit_that_stands_for_none_lets_the_model_be_called() {
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .model("model", input -> "model", tier -> tier.timeLimit(Duration.ofSeconds(Long.MAX_VALUE)))
                .local("local", input -> "local")
                .build()) {
            Result<String> result = chain.execute("x");
            assertThat(result.value()).as("%s", result.attempts()).isEqualTo("model");
        }
    }

    @Test
    void a_check_without_a_usable_name_does_not_take_an_answer_away() {
        QualityCheck<String, String> nameless = new QualityCheck<>() {
            @Override
            public Verdict check(String input, String output) {
                throw new IllegalStateException();
            }

            @Override
            public String name() {
                throw new UnsupportedOperationException();
            }
        };
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .model("model", input -> "model", tier -> tier.check(nameless).acceptOnCheckFailure())
                .local("local", input -> "local")
                .build()) {
            Result<String> result = chain.execute("x");
            assertThat(result.value()).as("%s", result.attempts()).isEqualTo("model");
        }
    }

    @Test
    void ten_thousand_tiers_answer_whoever_waits() throws Exception {
        FallbackChainBuilder<String, String> builder = FallbackChain.named("feature");
        for (int i = 0; i < 10_000; i++) {
            builder.model(
                    "m" + i,
                    input -> {
                        throw new IllegalStateException();
                    },
                    tier -> tier.withoutTimeLimit().withoutCircuitBreaker());
        }
        try (FallbackChain<String, String> chain =
                builder.local("local", input -> "local").build()) {
            assertThat(chain.execute("x").value()).isEqualTo("local");
            assertThat(chain.executeAsync("x").get(10, TimeUnit.SECONDS).value())
                    .isEqualTo("local");
            assertThat(chain.health().tiers())
                    .allSatisfy(tier -> assertThat(tier.load().inFlight()).isZero());
        }
    }
}
