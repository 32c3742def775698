package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.quality.Verdict;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which meters there are, and for how long. */
class ChainMetricsTest {
    private final VirtualTime time = new VirtualTime();
    private final MockClock clock = new MockClock();
    private final MeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
    private boolean down;

    private FallbackChainBuilder<String, String> named(String feature) {
        return FallbackChain.<String, String>named(feature)
                .model(
                        "model",
                        in -> {
                            if (down) {
                                throw new IOException("secret " + in);
                            }
                            return in;
                        },
                        tier -> tier.check("short", out -> out.length() < 20)
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(2, Duration.ofSeconds(30))))
                .lookup("cache", in -> Optional.empty())
                .local("net", in -> "net")
                .timeSource(time);
    }

    private double count(String name, String... tags) {
        return registry.get(name).tags(tags).counter().count();
    }

    private double gauge(String name, String... tags) {
        return registry.get(name).tags(tags).gauge().value();
    }

    @Test
    void what_can_be_foreseen_is_there_at_zero_before_the_first_request() {
        ChainMetrics.bind(named("search").build(), registry);

        assertThat(count("ai_feature.requests", "feature", "search", "level", "primary", "degraded", "false"))
                .isZero();
        assertThat(count("ai_feature.requests", "level", "none", "degraded", "false"))
                .isZero();
        assertThat(count("ai_feature.fallback", "from", "model", "level", "cached", "reason", "timeout"))
                .isZero();
        assertThat(count("ai_feature.fallback", "from", "net", "level", "none", "reason", "unknown"))
                .isZero();
        assertThat(count("ai_feature.quality", "tier", "model", "check", "short", "outcome", "rejected"))
                .isZero();
        assertThat(count("ai_feature.cache", "tier", "cache", "result", "stale_hit"))
                .isZero();
        assertThat(gauge("ai_feature.breaker", "tier", "model", "state", "closed"))
                .isEqualTo(1);
        assertThat(gauge("ai_feature.abandoned", "tier", "model")).isZero();
        assertThat(gauge("ai_feature.degraded.ratio")).isZero();
    }

    @Test
    void a_hundred_thousand_questions_and_failures_make_no_further_meter() {
        FallbackChain<String, String> chain = named("search").build();
        ChainMetrics.bind(chain, registry);
        List<Meter> before = registry.getMeters();

        for (int i = 0; i < 100_000; i++) {
            down = i % 3 == 0;
            chain.execute("question " + i + (i % 5 == 0 ? " which is longer than that" : ""));
            time.advance(Duration.ofMillis(10));
        }

        assertThat(registry.getMeters()).hasSameSizeAs(before);
        assertThat(count("ai_feature.quality", "tier", "model", "check", "short", "outcome", "rejected"))
                .isPositive();
        assertThat(registry.getMeters().stream()
                        .flatMap(meter -> meter.getId().getTags().stream())
                        .map(tag -> tag.getValue()))
                .noneMatch(value -> value.contains("question") || value.contains("secret"));
    }

    @Test
    void codes_of_a_check_that_are_no_constants_are_bounded() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> in,
                        tier -> tier.check((in, out) -> Verdict.rejected(out)).withoutCircuitBreaker())
                .local("net", in -> "net")
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);

        for (int i = 0; i < 1_000; i++) {
            chain.execute("code-" + i);
        }

        assertThat(registry.find("ai_feature.quality").counters()).hasSizeLessThan(120);
        assertThat(count("ai_feature.quality", "tier", "model", "check", "other", "outcome", "rejected"))
                .isGreaterThan(900);
    }

    @Test
    void with_the_chain_all_its_meters_go_and_those_of_others_stay() {
        FallbackChain<String, String> chain = named("search").build();
        ChainMetrics.bind(named("other").build(), registry);
        int others = registry.getMeters().size();
        ChainMetrics.bind(chain, registry);
        assertThat(registry.getMeters()).hasSize(2 * others);

        chain.close();

        assertThat(registry.getMeters()).hasSize(others);
        ChainMetrics again = ChainMetrics.bind(named("search").build(), registry);
        again.close();
        again.close();
        assertThat(registry.getMeters()).hasSize(others);
    }

    @Test
    void two_chains_of_one_feature_are_refused() {
        ChainMetrics.bind(named("search").build(), registry);
        FallbackChain<String, String> second = named("search").build();

        assertThatThrownBy(() -> ChainMetrics.bind(second, registry))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A chain named 'search' is bound to this registry already. "
                        + "Close its metrics first, or give chains names of their own.");
    }

    @Test
    void names_without_end_are_refused_loudly() {
        for (int i = 0; i < ChainMetrics.MOST_FEATURES; i++) {
            ChainMetrics.bind(named("tenant " + i).build(), registry);
        }
        FallbackChain<String, String> another = named("tenant 100").build();

        assertThatThrownBy(() -> ChainMetrics.bind(another, registry))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage(
                        "100 features are bound to this registry: 'tenant 100' is refused. Name chains by constants, "
                                + "not by what comes in; and close the metrics of chains that are gone.");
    }

    @Test
    void the_breaker_is_seen_open_and_the_share_of_degraded_answers_over_five_minutes() {
        FallbackChain<String, String> chain = named("search").build();
        ChainMetrics.bind(chain, registry);
        chain.execute("in");
        down = true;
        for (int i = 0; i < 3; i++) {
            chain.execute("in");
        }

        assertThat(gauge("ai_feature.breaker", "tier", "model", "state", "open"))
                .isEqualTo(1);
        assertThat(gauge("ai_feature.breaker", "tier", "model", "state", "closed"))
                .isZero();
        assertThat(gauge("ai_feature.degraded.ratio")).isEqualTo(0.75);
        time.advance(Duration.ofSeconds(30));
        assertThat(gauge("ai_feature.breaker", "tier", "model", "state", "due_for_probe"))
                .as("nobody has called since its wait was over")
                .isEqualTo(1);
        assertThat(gauge("ai_feature.breaker", "tier", "model", "state", "open"))
                .isZero();
        clock.add(Duration.ofMinutes(4));
        down = false;
        assertThat(gauge("ai_feature.degraded.ratio")).isEqualTo(0.75);
        clock.add(Duration.ofMinutes(2));
        assertThat(gauge("ai_feature.degraded.ratio")).isZero();
    }

    @Test
    void requests_that_nobody_answers_are_counted_and_callers_that_went_away_are_not() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model("model", in -> {
                    throw new IOException("down");
                })
                .withoutSafetyNet()
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);

        assertThatThrownBy(() -> chain.execute("in")).hasMessageContaining("search");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> chain.execute("in")).hasMessageContaining("search");
        assertThat(Thread.interrupted()).isTrue();

        assertThat(count("ai_feature.requests", "level", "none")).isEqualTo(1);
        assertThat(count("ai_feature.fallback", "from", "model", "level", "none", "reason", "unavailable"))
                .isEqualTo(1);
        assertThat(registry.get("ai_feature.duration")
                        .tags("level", "none", "outcome", "failed")
                        .timer()
                        .count())
                .isEqualTo(1);
        assertThat(gauge("ai_feature.degraded.ratio")).isEqualTo(1);
    }

    @Test
    void a_filter_that_throws_later_disturbs_no_request() {
        List<String> asked = new ArrayList<>();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model("model", in -> in, tier -> tier.check((in, out) -> Verdict.rejected("late")))
                .local("net", in -> "net")
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);
        registry.config().meterFilter(MeterFilter.deny(id -> {
            asked.add(id.getName());
            throw new IllegalStateException("broken");
        }));

        assertThat(chain.execute("in").value()).isEqualTo("net");
        assertThat(asked).contains("ai_feature.quality");
    }
}
