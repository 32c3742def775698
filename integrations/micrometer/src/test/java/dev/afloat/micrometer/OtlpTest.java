package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.afloat.FallbackChain;
import io.micrometer.core.instrument.Clock;
import io.micrometer.registry.otlp.OtlpConfig;
import io.micrometer.registry.otlp.OtlpMeterRegistry;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an OpenTelemetry collector is sent. */
@Tag("real-clock")
@Timeout(60)
class OtlpTest {
    private final BlockingQueue<String> sent = new ArrayBlockingQueue<>(8);

    @Test
    void all_meters_go_there_by_their_names() throws Exception {
        HttpServer collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        collector.createContext("/v1/metrics", exchange -> {
            boolean unused =
                    sent.offer(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.ISO_8859_1));
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        collector.start();
        try {
            String url = "http://127.0.0.1:" + collector.getAddress().getPort() + "/v1/metrics";
            OtlpConfig config = Map.of("otlp.url", url, "otlp.step", "1h")::get;
            OtlpMeterRegistry registry = new OtlpMeterRegistry(config, Clock.SYSTEM);
            FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                    .model("model", in -> in, tier -> tier.check("short", out -> out.length() < 20))
                    .lookup("cache", in -> Optional.empty())
                    .local("net", in -> "net")
                    .build();
            ChainMetrics.bind(chain, registry);
            chain.execute("in");

            registry.close(); // sends what there is

            assertThat(sent.poll(30, TimeUnit.SECONDS))
                    .contains(
                            Names.REQUESTS,
                            Names.FALLBACK,
                            Names.QUALITY,
                            Names.DURATION,
                            Names.CACHE,
                            Names.BREAKER,
                            Names.ABANDONED,
                            Names.DEGRADED_RATIO);
            chain.close();
        } finally {
            collector.stop(0);
        }
    }
}
