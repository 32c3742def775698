package dev.afloat.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.ChainDescription;
import dev.afloat.ChainDescription.TierDescription;
import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.cascade.RefreshedAnswer;
import dev.afloat.cascade.ResponseCache;
import dev.afloat.cascade.ResponseCacheBuilder;
import dev.afloat.cascade.SingleFlight;
import dev.afloat.event.ChainListener;
import dev.afloat.guard.ChainThreads;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.RateLimits;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineDescription.StepDescription;
import dev.afloat.quality.LatencyBound;
import dev.afloat.quality.text.Coherence;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Holds {@code docs/reference/defaults.md} against what a chain with no settings really has. */
class DefaultsTest {
    private static final Pattern ROW = Pattern.compile("^\\| (`[^|]*) \\| ([^|]*) \\|", Pattern.MULTILINE);

    private static String text(Optional<Duration> duration) {
        return duration.map(DefaultsTest::text).orElse("none");
    }

    private static String text(Duration duration) {
        if (duration.toMillisPart() != 0) {
            return duration.toMillis() + " ms";
        }
        return duration.toSeconds() % 3600 == 0 && !duration.isZero()
                ? duration.toHours() + " h"
                : duration.toSeconds() + " s";
    }

    private static Map<String, String> documented() {
        Map<String, String> rows = new LinkedHashMap<>();
        Matcher row = ROW.matcher(Pages.read("docs/reference/defaults.md"));
        while (row.find()) {
            rows.put(row.group(1), row.group(2).strip());
        }
        return rows;
    }

    private static Map<String, String> actual() {
        ChainDescription chain = FallbackChain.<String, String>named("defaults")
                .model("model", input -> input)
                .model("second", input -> input)
                .lookup("lookup", input -> Optional.of(input))
                .lookup("limited", input -> Optional.of(input), tier -> tier.timeLimit(Duration.ofMillis(600)))
                .local("local", input -> input)
                .build()
                .describe();
        List<TierDescription> tiers = chain.tiers();
        TierDescription model = tiers.get(0);
        TierDescription lookup = tiers.get(2);
        TierDescription local = tiers.get(4);
        CircuitBreakerSpec breaker = CircuitBreakerSpec.slidingWindow();
        assertThat(model.circuitBreaker()).contains(breaker.toString());

        Map<String, String> rows = new LinkedHashMap<>();
        rows.put("`within`", text(chain.budget()));
        rows.put("`timeLimit` of a model", text(model.timeLimit()));
        rows.put("`timeLimit` of a lookup", text(lookup.timeLimit()));
        rows.put("`timeLimit` of a local tier", text(local.timeLimit()));
        rows.put("`minimumTime`", text(model.minimumTime()));
        rows.put("`maxConcurrent` of a model", String.valueOf(model.maxConcurrent()));
        rows.put(
                "`maxConcurrent` of a tier with a limit",
                String.valueOf(tiers.get(3).maxConcurrent()));
        rows.put("`maxConcurrent` of other tiers", local.maxConcurrent() == 0 ? "no bound" : "bound");
        rows.put("`maxWait` of a model", text(Optional.of(model.maxWait())));
        rows.put(
                "`maxWait` of a tier with a limit of 600 ms",
                text(Optional.of(tiers.get(3).maxWait())));
        rows.put("`maxWait` of other tiers", text(Optional.of(local.maxWait())));
        rows.put("`level` of the first model", model.level().name());
        rows.put("`level` of later models", tiers.get(1).level().name());
        rows.put("`level` of a lookup", lookup.level().name());
        rows.put("`level` of a local tier", local.level().name());
        rows.put("`circuitBreaker` of other tiers", lookup.circuitBreaker().orElse("none"));
        rows.put("`timeWindow`", text(Optional.ofNullable(breaker.timeWindow())));
        rows.put("`failureRate`", Math.round(breaker.failureRate()) + " %");
        rows.put("`minimumCalls`", String.valueOf(breaker.minimumCalls()));
        rows.put("`failuresInARow`", String.valueOf(breaker.failuresInARow()));
        rows.put("`openFor`", text(breaker.openFor()));
        rows.put("`probes`", String.valueOf(breaker.probes()));
        rows.put("`latency`", model.latency().orElse("none"));
        LatencyBound bound = LatencyBound.p95(Duration.ofSeconds(1));
        rows.put("`window` of a `LatencyBound`", String.valueOf(bound.window()));
        rows.put("`minimumSamples` of a `LatencyBound`", String.valueOf(bound.minimumSamples()));
        rows.put("`minLength` of `Coherence`", String.valueOf(Coherence.DEFAULT_MIN_LENGTH));
        rows.put("`maxRepetition` of `Coherence`", String.valueOf(Coherence.DEFAULT_MAX_REPETITION));
        rows.put("`repetitionFrom` of `Coherence`", String.valueOf(Coherence.DEFAULT_REPETITION_FROM));
        rows.put("`minCoverage` of `Coherence`", String.valueOf(Coherence.DEFAULT_MIN_COVERAGE));
        rows.put("`FIRST_HOLD`", text(RateLimits.FIRST_HOLD));
        rows.put("`LONGEST_HOLD`", text(RateLimits.LONGEST_HOLD));
        rows.put("`quotaHold`", text(RateLimits.QUOTA_HOLD));
        rows.put("`CONTINUATION_THREADS`", String.valueOf(ChainThreads.CONTINUATION_THREADS));
        rows.put("`CONTINUATION_QUEUE`", String.valueOf(ChainThreads.CONTINUATION_QUEUE));
        rows.put("`IDLE`", text(ChainThreads.IDLE));
        rows.put("`maximumWeight`", String.valueOf(ResponseCacheBuilder.DEFAULT_MAXIMUM_WEIGHT));
        rows.put("`freshFor`", text(ResponseCacheBuilder.DEFAULT_FRESH_FOR));
        rows.put("`staleFor`", text(ResponseCacheBuilder.DEFAULT_STALE_FOR));
        rows.put("`jitter`", Math.round(100 * ResponseCacheBuilder.DEFAULT_JITTER) + " %");
        rows.put(
                "`timeLimit` of a tier of a store of yours", text(Optional.of(ResponseCache.DEFAULT_STORE_TIME_LIMIT)));
        rows.put("`jitter` of a `RefreshedAnswer`", Math.round(100 * RefreshedAnswer.DEFAULT_JITTER) + " %");
        rows.put("`LOG_INTERVAL` of `ChainListener.logging()`", text(ChainListener.LOG_INTERVAL));
        rows.put("`joiningFor`", text(SingleFlight.DEFAULT_JOINING));
        rows.putAll(ofPipelines());
        assertThat(model.timeLimit()).contains(TierSettings.DEFAULT_TIME_LIMIT);
        assertThat(model.maxWait()).isEqualTo(TierSettings.DEFAULT_MAX_WAIT);
        return rows;
    }

    private static Map<String, String> ofPipelines() {
        Map<String, String> rows = new LinkedHashMap<>();
        StepDescription step = Pipeline.<String>named("defaults")
                .step("step", input -> input)
                .build()
                .describe()
                .steps()
                .get(0);
        rows.put("`minimum` of a step", text(step.minimum()));
        rows.put("`overhead` of a step", text(step.overhead()));
        rows.put("`reserve` of a required step", text(step.reserve()));
        rows.put("`timeLimit` of a step", text(TierSettings.DEFAULT_TIME_LIMIT));
        assertThat(step.timeLimit()).isEmpty();
        return rows;
    }

    @Test
    void the_page_states_the_defaults_the_code_has_and_no_others() {
        assertThat(documented()).containsExactlyEntriesOf(actual());
    }
}
