package dev.afloat.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.call.ModelCall;
import dev.afloat.event.ChainListener;
import dev.afloat.micrometer.ChainMetrics;
import dev.afloat.micrometer.ChainObservations;
import dev.afloat.micrometer.EvaluationMeters;
import dev.afloat.micrometer.EvaluationMeters.Evaluation;
import dev.afloat.outcome.Level;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.observation.ObservationRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The Java of {@code docs/guides/metrics.md}, compiled and run. */
class MetricsGuideTest {
    private final MeterRegistry meterRegistry = new SimpleMeterRegistry();
    private final ObservationRegistry observationRegistry = ObservationRegistry.create();
    private final ModelCall<String, String> llm = question -> "From 9 to 5.";

    /** What somebody has who looks for drift. */
    private interface Detector {
        double state();

        double evidence();
    }

    private static boolean grounded(String answer) {
        return answer.contains("9");
    }

    private FallbackChain<String, String> watched() {
        FallbackChain<String, String> support = ChainObservations.observe(
                        FallbackChain.<String, String>named("support-answers")
                                .model("assistant", llm)
                                .local("help-page", question -> "See the help page.")
                                .listener(ChainListener.logging()),
                        observationRegistry)
                .build();
        ChainMetrics.bind(support, meterRegistry);
        return support;
    }

    private static void judged(ChainMetrics metrics, String answer, Detector detector) {
        EvaluationMeters evaluations = metrics.evaluations(); // metrics is what ChainMetrics.bind(…) returned
        evaluations.count(Level.PRIMARY, grounded(answer) ? Evaluation.PASS : Evaluation.FAIL);
        evaluations.drift(Level.PRIMARY, () -> detector.state(), () -> detector.evidence());
    }

    @Test
    void a_chain_is_watched_in_three_ways() {
        try (FallbackChain<String, String> support = watched()) {
            assertThat(support.execute("When are you open?").tier()).isEqualTo("assistant");
            assertThat(meterRegistry
                            .get("ai_feature.requests")
                            .tag("level", "primary")
                            .tag("degraded", "false")
                            .counter()
                            .count())
                    .isEqualTo(1);
        }
        assertThat(meterRegistry.getMeters()).isEmpty();
    }

    @Test
    void who_judges_answers_says_what_came_of_it() {
        try (FallbackChain<String, String> other = FallbackChain.<String, String>named("other")
                .model("assistant", llm)
                .local("net", in -> "net")
                .build()) {
            judged(ChainMetrics.bind(other, meterRegistry), "From 9 to 5.", new Detector() {
                @Override
                public double state() {
                    return 1;
                }

                @Override
                public double evidence() {
                    return 3.5;
                }
            });

            assertThat(meterRegistry.get("ai_feature.drift.evidence").gauge().value())
                    .isEqualTo(3.5);
            assertThat(meterRegistry
                            .get("ai_feature.eval")
                            .tags("level", "primary", "outcome", "pass")
                            .counter()
                            .count())
                    .isEqualTo(1);
        }
    }

    @Test
    void the_page_shows_this_code() {
        String here = Pages.dense(Pages.read("examples/src/test/java/dev/afloat/examples/docs/MetricsGuideTest.java"));

        List<String> shown = Pages.snippets("docs/guides/metrics.md");
        assertThat(shown).hasSize(2).allSatisfy(snippet -> assertThat(here).contains(snippet));
    }
}
