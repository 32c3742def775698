package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.event.ChainEvent;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.testkit.IncidentStream;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What Prometheus reads after the incident of thirty requests. */
class IncidentScrapeTest {
    private static final Set<String> KEPT = Set.of("headphones", "coffee maker");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private String scraped = "";

    static String scrapeOfTheIncident() {
        IncidentScrapeTest incident = new IncidentScrapeTest();
        incident.play();
        return incident.scraped;
    }

    private void play() {
        IncidentStream.thirtyRequests().play("model", in -> "semantic " + in, (time, stub) -> {
            FallbackChain<String, String> chain = FallbackChain.<String, String>named("product-search")
                    .within(Duration.ofMillis(1500))
                    .model(
                            "model",
                            in -> "never called: the stub stands in",
                            tier -> tier.timeLimit(Duration.ofMillis(800))
                                    .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(3, Duration.ofSeconds(4)))
                                    .check("not-empty", answer -> !answer.isEmpty()))
                    .lookup("cache", in -> KEPT.contains(in) ? Optional.of("kept") : Optional.empty())
                    .local("keyword", in -> "keyword")
                    .timeSource(time)
                    .interceptor(stub)
                    .build();
            // The incident closes the chain, and that the metrics: who comes before them can still read.
            chain.addListener(event -> scraped = event instanceof ChainEvent.Closed ? registry.scrape() : "");
            ChainMetrics.bind(chain, registry);
            return chain;
        });
    }

    private List<String> counted() {
        return scraped.lines()
                .filter(line -> line.matches("ai_feature_(.*_total|breaker|degraded_ratio).*"))
                .filter(line -> !line.endsWith(" 0.0"))
                .map(line -> line.replace("feature=\"product-search\"", "f"))
                .sorted()
                .toList();
    }

    @Test
    void the_counters_tell_the_incident() {
        play();

        assertThat(counted())
                .containsExactly(
                        "ai_feature_breaker{f,state=\"closed\",tier=\"model\"} 1.0",
                        "ai_feature_cache_total{f,result=\"hit\",tier=\"cache\"} 6.0",
                        "ai_feature_cache_total{f,result=\"miss\",tier=\"cache\"} 6.0",
                        "ai_feature_degraded_ratio{f} 0.4",
                        "ai_feature_fallback_total{f,from=\"cache\",level=\"rule_based\",reason=\"miss\"} 6.0",
                        "ai_feature_fallback_total{f,from=\"model\",level=\"cached\",reason=\"circuit_open\"} 4.0",
                        "ai_feature_fallback_total{f,from=\"model\",level=\"cached\",reason=\"timeout\"} 2.0",
                        "ai_feature_fallback_total{f,from=\"model\",level=\"rule_based\",reason=\"circuit_open\"} 2.0",
                        "ai_feature_fallback_total{f,from=\"model\",level=\"rule_based\",reason=\"unavailable\"} 4.0",
                        "ai_feature_requests_total{degraded=\"false\",f,level=\"primary\"} 18.0",
                        "ai_feature_requests_total{degraded=\"true\",f,level=\"cached\"} 6.0",
                        "ai_feature_requests_total{degraded=\"true\",f,level=\"rule_based\"} 6.0");
    }
}
