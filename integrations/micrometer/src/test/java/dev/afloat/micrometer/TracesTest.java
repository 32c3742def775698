package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationRegistry;
import io.micrometer.tracing.handler.DefaultTracingObservationHandler;
import io.micrometer.tracing.otel.bridge.OtelCurrentTraceContext;
import io.micrometer.tracing.otel.bridge.OtelTracer;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.EventData;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a tracer of OpenTelemetry makes of a request whose tiers run on workers. */
@Tag("real-clock")
@Timeout(60)
class TracesTest {
    private final Map<String, SpanData> spans = new ConcurrentHashMap<>();
    private final CountDownLatch late = new CountDownLatch(1);
    private final SdkTracerProvider provider = SdkTracerProvider.builder()
            .addSpanProcessor(SimpleSpanProcessor.create(new Kept()))
            .build();
    private final ObservationRegistry registry = ObservationRegistry.create();

    TracesTest() {
        OtelTracer tracer = new OtelTracer(provider.get("test"), new OtelCurrentTraceContext(), event -> {});
        registry.observationConfig().observationHandler(new DefaultTracingObservationHandler(tracer));
    }

    @AfterEach
    void close() {
        provider.close();
    }

    private final class Kept implements SpanExporter {
        @Override
        public CompletableResultCode export(Collection<SpanData> ended) {
            for (SpanData span : ended) {
                spans.put(span.getName(), span);
                if (span.getName().equals("search/slow")) {
                    late.countDown();
                }
            }
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode flush() {
            return CompletableResultCode.ofSuccess();
        }

        @Override
        public CompletableResultCode shutdown() {
            return CompletableResultCode.ofSuccess();
        }
    }

    private SpanData span(String name) {
        return Objects.requireNonNull(spans.get(name), name + " is not among " + spans.keySet());
    }

    @Test
    void the_clients_span_lies_in_its_tiers_and_that_in_the_requests_whichever_thread_ran_it() throws Exception {
        FallbackChain<String, String> chain = ChainObservations.observe(
                        FallbackChain.<String, String>named("search")
                                .model("slow", this::hang, tier -> tier.timeLimit(Duration.ofSeconds(2)))
                                .model("broken", this::fail, tier -> tier.timeLimit(Duration.ofSeconds(20)))
                                .local("net", in -> "net"),
                        registry)
                .build();

        Observation.createNotStarted("page", registry).observe(() -> {
            chain.execute("secret");
        });
        assertThat(late.await(30, TimeUnit.SECONDS)).isTrue();
        chain.close();

        SpanData request = span("search");
        assertThat(request.getParentSpanId()).isEqualTo(span("page").getSpanId());
        for (String tier : new String[] {"search/slow", "search/broken", "search/net"}) {
            assertThat(span(tier).getParentSpanId()).as(tier).isEqualTo(request.getSpanId());
        }
        assertThat(span("client").getParentSpanId())
                .isEqualTo(span("search/broken").getSpanId());
        assertThat(request.getEvents())
                .extracting(EventData::getName)
                .containsExactly("slow → broken: timeout", "broken → net: unavailable");
        assertThat(request.getAttributes().get(AttributeKey.stringKey("reason")))
                .isEqualTo("timeout");
        assertThat(span("search/broken").getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
        assertThat(spans.values().toString()).doesNotContain("secret");
    }

    private String hang(String in) throws InterruptedException {
        new CountDownLatch(1).await();
        return in;
    }

    private String fail(String in) throws IOException {
        Observation.createNotStarted("client", registry).observe(() -> {});
        throw new IOException("no route for " + in);
    }
}
