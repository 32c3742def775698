package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.micrometer.EvaluationMeters.Evaluation;
import dev.afloat.outcome.Level;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Where evaluations and detectors of drift tell what they found. */
class EvaluationMetersTest {
    private final MockClock clock = new MockClock();
    private final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(), clock);
    private final FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
            .model("model", in -> in)
            .local("net", in -> "net")
            .build();
    private final ChainMetrics metrics = ChainMetrics.bind(chain, registry);

    private List<String> scraped() {
        return registry.scrape()
                .lines()
                .filter(line -> line.matches("ai_feature_(eval|drift).*"))
                .map(line -> line.replace("feature=\"search\",", ""))
                .sorted()
                .toList();
    }

    @Test
    void nothing_is_registered_for_who_does_not_evaluate() {
        assertThat(scraped()).isEmpty();
    }

    @Test
    void evaluations_are_counted_by_level_and_outcome_and_the_latest_is_told() {
        EvaluationMeters evaluations = metrics.evaluations();
        clock.add(Duration.ofSeconds(100));

        evaluations.count(Level.PRIMARY, Evaluation.PASS);
        evaluations.count(Level.PRIMARY, Evaluation.PASS);
        clock.add(Duration.ofSeconds(20));
        metrics.evaluations().count(Level.PRIMARY, Evaluation.FAIL);

        double started = 0.001;
        assertThat(scraped())
                .containsExactly(
                        "ai_feature_eval_last_seconds{level=\"primary\"} " + (started + 120),
                        "ai_feature_eval_last_seconds{level=\"rule_based\"} " + started,
                        "ai_feature_eval_total{level=\"primary\",outcome=\"error\"} 0.0",
                        "ai_feature_eval_total{level=\"primary\",outcome=\"fail\"} 1.0",
                        "ai_feature_eval_total{level=\"primary\",outcome=\"pass\"} 2.0",
                        "ai_feature_eval_total{level=\"rule_based\",outcome=\"error\"} 0.0",
                        "ai_feature_eval_total{level=\"rule_based\",outcome=\"fail\"} 0.0",
                        "ai_feature_eval_total{level=\"rule_based\",outcome=\"pass\"} 0.0");
    }

    @Test
    void drift_is_read_when_somebody_looks() {
        AtomicInteger state = new AtomicInteger();
        metrics.evaluations().drift(Level.PRIMARY, state::get, () -> 7.5);

        state.set(2);

        assertThat(scraped())
                .contains(
                        "ai_feature_drift_state{level=\"primary\"} 2.0",
                        "ai_feature_drift_evidence{level=\"primary\"} 7.5");
    }

    @Test
    void a_level_at_which_nobody_answers_is_refused() {
        EvaluationMeters evaluations = metrics.evaluations();

        String message = "No tier of this chain answers at level CACHED: it has [PRIMARY, RULE_BASED]";
        assertThatThrownBy(() -> evaluations.count(Level.CACHED, Evaluation.PASS))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> evaluations.drift(Level.CACHED, () -> 0, () -> 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void with_the_chain_they_go() {
        metrics.evaluations().drift(Level.PRIMARY, () -> 0, () -> 0);

        chain.close();

        assertThat(registry.getMeters()).isEmpty();
    }
}
