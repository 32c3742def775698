package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.call.Hit;
import dev.afloat.event.ChainListener;
import dev.afloat.failure.FailureKind;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Whether counters and log say of a tier what is true of it. */
class HonestCountsTest {
    @RegisterExtension
    private final LogLines log = new LogLines();

    private final VirtualTime time = new VirtualTime();
    private final MeterRegistry registry = new SimpleMeterRegistry();

    private double fallbacks(String from, String reason) {
        return registry.find("ai_feature.fallback").tags("from", from, "reason", reason).counters().stream()
                .mapToDouble(Counter::count)
                .sum();
    }

    private static String down(String in) throws IOException {
        throw new IOException("no route");
    }

    @Test
    void a_tier_that_is_for_other_failures_is_not_blamed_for_this_one() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model("model", HonestCountsTest::down)
                .model("long-context", in -> in, tier -> tier.onlyAfter(FailureKind.CONTEXT_TOO_LONG))
                .local("net", in -> "net")
                .listener(ChainListener.logging(Duration.ofMinutes(1), time))
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);

        chain.execute("in");

        assertThat(log.all()).noneMatch(line -> line.contains("Tier 'long-context' of 'search' does not serve"));
        assertThat(fallbacks("long-context", "unavailable")).isZero();
    }

    @Test
    void a_tier_that_failed_before_the_caller_went_away_is_counted() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model("model", HonestCountsTest::down)
                .asyncModel("other", in -> new CompletableFuture<>())
                .local("net", in -> "net")
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);

        CompletableFuture<?> asked = chain.executeAsync("in");
        time.advance(Duration.ofMillis(1));
        asked.cancel(true);
        time.advance(Duration.ofMillis(1));

        assertThat(fallbacks("model", "unavailable")).isEqualTo(1);
    }

    @Test
    void a_fresh_answer_from_a_cache_below_the_model_is_no_stale_hit() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model("model", HonestCountsTest::down)
                .agedLookup("cache", in -> Optional.of(new Hit<>("kept", Duration.ofSeconds(1), true)))
                .local("net", in -> "net")
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);

        assertThat(chain.execute("in").tier()).isEqualTo("cache");

        assertThat(registry.get("ai_feature.cache")
                        .tag("result", "stale_hit")
                        .counter()
                        .count())
                .isZero();
    }

    @Test
    void requests_that_nobody_answers_are_logged_where_a_cache_is_asked_first() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .lookup("cache", in -> Optional.empty())
                .model("model", HonestCountsTest::down)
                .withoutSafetyNet()
                .listener(ChainListener.logging(Duration.ofMinutes(1), time))
                .timeSource(time)
                .build();

        for (int i = 0; i < 100; i++) {
            CompletableFuture<?> asked = chain.executeAsync("in");
            time.advance(Duration.ofSeconds(1));
            assertThat(asked).isCompletedExceptionally();
        }

        assertThat(log.all()).isNotEmpty();
    }

    @Test
    void a_tier_that_nobody_has_needed_for_a_day_is_not_said_to_fail_still() {
        boolean[] broken = {true};
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model("model", in -> broken[0] ? down(in) : in, tier -> tier.withoutCircuitBreaker())
                .model("other", HonestCountsTest::down, tier -> tier.withoutCircuitBreaker())
                .local("net", in -> "net")
                .listener(ChainListener.logging(Duration.ofMinutes(1), time))
                .timeSource(time)
                .build();
        chain.execute("in");
        broken[0] = false;
        for (int i = 0; i < 24 * 60; i++) {
            chain.execute("in");
            time.advance(Duration.ofMinutes(1));
        }
        broken[0] = true;
        chain.execute("in");

        assertThat(log.all()).noneMatch(line -> line.contains("Tier 'other' of 'search' still does not serve"));
    }
}
