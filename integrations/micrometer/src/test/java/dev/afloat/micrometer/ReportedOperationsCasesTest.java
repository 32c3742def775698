package dev.afloat.micrometer;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.LatencyHealth;
import dev.afloat.quality.LatencyBound;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Durations that were reported to have been told wrong. What else was is in {@link ReportedOperationsScenariosTest}. */
class ReportedOperationsCasesTest {
    private static final Set<String> DURATIONS = Set.of("F20", "F22");

    /** Alarms and drift: nothing watches for them in process yet. */
    private static final Set<String> OF_MONITORS = Set.of("F10", "F12", "F14", "F16", "F18");

    private final VirtualTime time = new VirtualTime();
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void no_case_is_left_out() throws IOException {
        Set<String> played = new TreeSet<>(ReportedOperationsScenariosTest.PLAYED);
        played.addAll(DURATIONS);
        played.addAll(OF_MONITORS);

        assertThat(ReportedCases.ofOperations().ids()).isEqualTo(played);
    }

    /** A model that takes as many milliseconds as it is asked to. */
    private FallbackChain<Integer, String> chain(LatencyBound bound, Duration limit) {
        FallbackChain<Integer, String> chain = FallbackChain.<Integer, String>named("reported")
                .model(
                        "model",
                        millis -> {
                            time.pause(Duration.ofMillis(millis));
                            return "answer";
                        },
                        tier -> tier.timeLimit(limit).latency(bound).withoutCircuitBreaker())
                .local("rules", millis -> "sorry")
                .timeSource(time)
                .build();
        ChainMetrics.bind(chain, registry);
        return chain;
    }

    private static LatencyHealth latency(FallbackChain<?, ?> chain) {
        return requireNonNull(chain.health().tier("model").quality().latency());
    }

    /** Returns how many requests, answered at this level, took no longer than so many seconds. */
    private long within(String seconds, String level, String outcome) {
        String bucket = "ai_feature_duration_seconds_bucket{feature=\"reported\",level=\"" + level + "\",outcome=\""
                + outcome + "\",le=\"" + seconds + "\"} ";
        return registry.scrape()
                .lines()
                .filter(line -> line.startsWith(bucket))
                .mapToLong(line -> (long) Double.parseDouble(line.substring(bucket.length())))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no bucket " + bucket));
    }

    @ParameterizedTest
    @EnumSource
    void f20_timeouts_are_seen_in_the_durations(Form form) throws IOException {
        int[] given = ReportedCases.numbers(ReportedCases.ofOperations().text("F20", "setup"));
        assertThat(given).containsExactly(100, 200, 100, 2);
        Duration limit = Duration.ofSeconds(given[3]);
        FallbackChain<Integer, String> chain =
                chain(LatencyBound.p95(Duration.ofSeconds(1)).window(given[0] + given[2]), limit);

        for (int i = 0; i < given[0]; i++) {
            assertThat(form.ask(chain, given[1])).wasServedBy("model");
        }
        for (int i = 0; i < given[2]; i++) {
            assertThat(form.ask(chain, 60_000)).isDegradedBy(FailureKind.TIMEOUT);
        }

        assertThat(latency(chain).samples()).isEqualTo(given[0] + given[2]);
        assertThat(latency(chain).p95()).isGreaterThanOrEqualTo(limit);
        assertThat(latency(chain).exceeded()).isTrue();
        assertThat(within("0.25", "primary", "good")).isEqualTo(given[0]);
        assertThat(within("1.0", "rule_based", "degraded")).isZero();
        assertThat(within("5.0", "rule_based", "degraded")).isEqualTo(given[2]);
    }

    @ParameterizedTest
    @EnumSource
    void f22_one_slow_call_is_seen_in_the_maximum_and_in_no_percentile(Form form) throws IOException {
        int[] given = ReportedCases.numbers(ReportedCases.ofOperations().text("F22", "values_spec"));
        assertThat(given).containsExactly(99, 2, 3000);
        Duration usual = Duration.ofMillis(given[1]);
        Duration slow = Duration.ofMillis(given[2]);
        for (int at : new int[] {0, given[0] / 2, given[0]}) {
            FallbackChain<Integer, String> chain =
                    chain(LatencyBound.p95(Duration.ofSeconds(1)).window(given[0] + 1), Duration.ofSeconds(10));

            for (int i = 0; i <= given[0]; i++) {
                assertThat(form.ask(chain, i == at ? given[2] : given[1])).wasServedBy("model");
            }

            assertThat(latency(chain))
                    .isEqualTo(new LatencyHealth(
                            null, Duration.ofSeconds(1), given[0] + 1, usual, usual, usual, slow, false));
            assertThat(within("2.0", "primary", "good")).isEqualTo(given[0]);
            assertThat(within("5.0", "primary", "good")).isEqualTo(given[0] + 1);
            chain.close();
        }
    }
}
