package dev.afloat.benchmarks.metrics;

import dev.afloat.FallbackChain;
import dev.afloat.micrometer.ChainMetrics;
import dev.afloat.outcome.Result;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One caller, on its own thread, with nobody listening, with a listener that does nothing, and with metrics for Prometheus. */
@State(Scope.Benchmark)
public class WatchedCalls {
    private final FallbackChain<String, String> unwatched = chain("unwatched", false);
    private final FallbackChain<String, String> heard = chain("heard", false);
    private final FallbackChain<String, String> measured = chain("measured", false);
    private final FallbackChain<String, String> failing = chain("failing", true);
    private final FallbackChain<String, String> failingMeasured = chain("failing-measured", true);

    /** Binds what is watched. */
    public WatchedCalls() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        ChainMetrics.bind(measured, registry);
        ChainMetrics.bind(failingMeasured, registry);
        heard.addListener(event -> {});
    }

    private static FallbackChain<String, String> chain(String feature, boolean fails) {
        IOException down = new IOException("down");
        return FallbackChain.<String, String>named(feature)
                .model(
                        "model",
                        in -> {
                            if (fails) {
                                throw down;
                            }
                            return in;
                        },
                        tier -> tier.withoutTimeLimit().withoutCircuitBreaker())
                .local("net", in -> "net")
                .build();
    }

    /** Floor: nobody listens. */
    @Benchmark
    public Result<String> nobody() {
        return unwatched.execute("in");
    }

    /** A listener that does nothing. */
    @Benchmark
    public Result<String> listener() {
        return heard.execute("in");
    }

    /** Metrics. */
    @Benchmark
    public Result<String> metrics() {
        return measured.execute("in");
    }

    /** Floor: the model throws, and nobody listens. */
    @Benchmark
    public Result<String> fallback() {
        return failing.execute("in");
    }

    /** The model throws, with metrics. */
    @Benchmark
    public Result<String> fallbackMetrics() {
        return failingMeasured.execute("in");
    }
}
