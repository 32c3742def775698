package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.quality.LatencyBound;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RefusedSettingsTest {
    private static FallbackChainBuilder<String, String> chain() {
        return FallbackChain.<String, String>named("search").timeSource(new VirtualTime());
    }

    @Test
    void fresh_only_is_for_lookups() {
        assertThatThrownBy(() -> chain().model("model", in -> in, TierSettings::freshOnly))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("freshOnly() is for lookups; to call a tier as good as the primary, say equivalent()");
        assertThatCode(() -> chain().lookup("cache", Optional::of, TierSettings::freshOnly))
                .doesNotThrowAnyException();
    }

    static Stream<Arguments> configsThatRunOnRealTimers() {
        return Stream.of(
                arguments(
                        CircuitBreakerConfig.custom()
                                .automaticTransitionFromOpenToHalfOpenEnabled(true)
                                .build(),
                        "automaticTransitionFromOpenToHalfOpenEnabled: leave it out, "
                                + "the next call after the wait is the probe."),
                arguments(
                        CircuitBreakerConfig.custom()
                                .maxWaitDurationInHalfOpenState(Duration.ofSeconds(1))
                                .build(),
                        "maxWaitDurationInHalfOpenState: leave it out, every probe ends or gives its permission back."),
                arguments(
                        CircuitBreakerConfig.custom()
                                .slidingWindow(
                                        60,
                                        10,
                                        SlidingWindowType.TIME_BASED,
                                        SlidingWindowSynchronizationStrategy.LOCK_FREE)
                                .build(),
                        "a LOCK_FREE window that is TIME_BASED: take SYNCHRONIZED or COUNT_BASED."));
    }

    @ParameterizedTest
    @MethodSource("configsThatRunOnRealTimers")
    void a_breaker_config_that_runs_on_real_timers_is_refused(CircuitBreakerConfig config, String setting) {
        assertThatThrownBy(() -> chain().model("model", in -> in, tier -> tier.circuitBreaker(config)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "This CircuitBreakerConfig has a setting that does not follow the chain's clock, " + setting);
    }

    @Test
    void a_wait_with_nothing_to_wait_for_is_refused() {
        FallbackChainBuilder<String, String> chain = chain().lookup(
                        "cache", Optional::of, tier -> tier.maxWait(Duration.ofMillis(5)))
                .local("net", in -> in);

        assertThatThrownBy(chain::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith(
                        "tier 'cache' has a maxWait and nothing to wait for. Give it maxConcurrent, or leave maxWait out.");
    }

    static Stream<Arguments> limitsThatHoldTheBound() {
        return Stream.of(
                arguments(setting(tier -> tier.timeLimit(Duration.ofSeconds(2))), null, "PT2S"),
                arguments(setting(tier -> tier.timeLimit(Duration.ofSeconds(1))), null, "PT1S"),
                arguments(setting(tier -> {}), Duration.ofSeconds(2), "PT2S"));
    }

    @ParameterizedTest
    @MethodSource("limitsThatHoldTheBound")
    void a_latency_bound_that_no_call_can_exceed_is_refused(
            Consumer<TierSettings<String, String>> limit, @Nullable Duration budget, String most) {
        FallbackChainBuilder<String, String> chain = chain();
        if (budget != null) {
            chain.within(budget);
        }
        chain.model("model", in -> in, tier -> {
                    limit.accept(tier);
                    tier.latency(LatencyBound.p95(Duration.ofSeconds(2)));
                })
                .local("net", in -> in);

        assertThatThrownBy(chain::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageEndingWith(
                        "the latency bound of 'model' (PT2S) can never be exceeded: its calls are given up after "
                                + most + ". Lower the bound, or raise the limit.");
    }

    @Test
    void a_latency_bound_that_calls_can_exceed_is_not() {
        LatencyBound bound = LatencyBound.p95(Duration.ofSeconds(2));

        assertThatCode(() -> chain().within(Duration.ofSeconds(3))
                        .model("model", in -> in, tier -> tier.latency(bound).timeLimit(Duration.ofMillis(2001)))
                        .model(
                                "unlimited",
                                in -> in,
                                tier -> tier.latency(LatencyBound.p95(Duration.ofSeconds(9)))
                                        .withoutTimeLimit())
                        .local("net", in -> in, tier -> tier.latency(LatencyBound.p95(Duration.ofSeconds(9))))
                        .build())
                .doesNotThrowAnyException();
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void no_latency_bound_and_no_model_are_refused() {
        LatencyBound bound = LatencyBound.p95(Duration.ofSeconds(2));

        assertThatThrownBy(() -> chain().model("model", in -> in, tier -> tier.latency(null)))
                .hasMessage("bound");
        assertThatThrownBy(() -> chain().model("model", in -> in, tier -> tier.latency(bound, null)))
                .hasMessage("model");
    }

    static Stream<Arguments> impossibleSettings() {
        return Stream.of(
                arguments(
                        setting(tier -> tier.timeLimit(Duration.ZERO)),
                        "A timeLimit must be positive, but is PT0S. " + "To run without one, say withoutTimeLimit()."),
                arguments(
                        setting(tier -> tier.minimumTime(Duration.ofNanos(-1))),
                        "A minimumTime cannot be negative, but is PT-0.000000001S"),
                arguments(
                        setting(tier -> tier.maxWait(Duration.ofMillis(-1))),
                        "maxWait cannot be negative, but is PT-0.001S. Zero is for not waiting."),
                arguments(setting(tier -> tier.maxConcurrent(0)), "maxConcurrent must be 1 at least, but is 0"));
    }

    private static Consumer<TierSettings<String, String>> setting(Consumer<TierSettings<String, String>> setting) {
        return setting;
    }

    @ParameterizedTest
    @MethodSource("impossibleSettings")
    void a_setting_that_makes_no_sense_is_refused_where_it_is_given(
            Consumer<TierSettings<String, String>> setting, String message) {
        assertThatThrownBy(() -> chain().model("model", in -> in, setting))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }
}
