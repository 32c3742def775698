package dev.afloat.failure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.afloat.failure.fakes.OpenAiAnswers;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Responses of an HTTP client instead of answers: the JDK's own, of a server on this machine, and one shaped like another's. */
class HttpAnswersTest {
    private HttpServer server;
    private volatile int status = 200;
    private volatile String body = "";
    private volatile Map<String, String> headers = Map.of();

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] bytes = body.getBytes(UTF_8);
            headers.forEach(exchange.getResponseHeaders()::set);
            exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private <T> HttpResponse<T> response(int answered, String text, HttpResponse.BodyHandler<T> handler)
            throws Exception {
        status = answered;
        body = text;
        URI uri = URI.create("http://localhost:" + server.getAddress().getPort());
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).build();
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(request, handler);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "200 | {\"choices\":[{\"message\":{\"content\":\"42\"}}]} | null",
                "200 | {\"error\":null,\"output\":[]} | null",
                "200 | {\"error\":\"\"} | null",
                "200 | {\"choices\":[{\"error\":{\"code\":\"overloaded\"}}]} | null",
                "200 | {\"content\":\"\\\"error\\\": {\\\"code\\\": 429}\"} | null",
                "200 | {\"input\":{\"code\":404,\"type\":\"rate_limit_error\"}} | null",
                "200 | the error is yours | null",
                "201 | `` | null",
                "200 | `` | MALFORMED",
                "200 | {\"error\":{\"code\":429,\"message\":\"try again in 2s\"}} | RATE_LIMITED (429) retry after PT2S",
                "200 | [{\"error\":{\"status\":\"UNAVAILABLE\"}}] | UNAVAILABLE",
                "200 | {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\"}} | OVERLOADED",
                "200 | {\"error\":\"model is busy\"} | UNKNOWN",
                "302 | moved | UNKNOWN",
                "400 | {\"error\":{\"code\":\"content_filter\"}} | REFUSED (400)",
                "401 | no | MISCONFIGURED (401)",
                "429 | {\"error\":{\"code\":\"insufficient_quota\"}} | QUOTA_EXHAUSTED (429)",
                "500 | <html>oops</html> | UNAVAILABLE (500)",
                "503 | `` | OVERLOADED (503)"
            })
    void a_response_is_told_by_its_status_or_by_an_error_for_a_body(int answered, String text, String failure)
            throws Exception {
        Object ofText = response(answered, text, HttpResponse.BodyHandlers.ofString());
        Object ofBytes = response(answered, text, HttpResponse.BodyHandlers.ofByteArray());

        assertThat(String.valueOf(ResponseInspector.ofSdks().inspect(ofText))).isEqualTo(failure);
        assertThat(String.valueOf(ResponseInspector.ofSdks().inspect(ofBytes))).isEqualTo(failure);
    }

    @Test
    void the_wait_that_a_response_asks_for_is_in_the_failure() throws Exception {
        headers = Map.of("Retry-After", "7");

        assertThat(ResponseInspector.ofSdks().inspect(response(429, "slow down", HttpResponse.BodyHandlers.ofString())))
                .hasToString("RATE_LIMITED (429) retry after PT7S");
    }

    @Test
    void a_stream_is_not_read() throws Exception {
        HttpResponse<InputStream> stream = response(200, "{\"error\":{}}", HttpResponse.BodyHandlers.ofInputStream());

        assertThat(ResponseInspector.ofSdks().inspect(stream)).isNull();
        try (InputStream unread = stream.body()) {
            assertThat(new String(unread.readAllBytes(), UTF_8)).isEqualTo("{\"error\":{}}");
        }
    }

    record StatusCode(int value) {}

    record Entity(
            StatusCode getStatusCode,
            Map<String, List<String>> getHeaders,
            @Nullable Object getBody) {}

    @Test
    void what_another_client_made_of_the_body_is_looked_into() {
        Clock noon = Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);
        SdkResponses inspector = new SdkResponses(false, noon);
        Map<String, List<String>> until = Map.of("retry-after", List.of("Sun, 01 Mar 2026 12:00:30 GMT"));

        assertThat(inspector.inspect(entity(200, OpenAiAnswers.completion("content_filter", "4"))))
                .hasToString("REFUSED");
        assertThat(inspector.inspect(entity(200, OpenAiAnswers.completion("stop", "42"))))
                .isNull();
        assertThat(inspector.inspect(entity(200, null))).isNull();
        assertThat(inspector.inspect(entity(200, "{\"error\":{\"code\":\"overloaded\"}}")))
                .hasToString("OVERLOADED");
        assertThat(inspector.inspect(new Entity(new StatusCode(503), until, null)))
                .hasToString("OVERLOADED (503) retry after PT30S");
    }

    private static Entity entity(int status, @Nullable Object body) {
        return new Entity(new StatusCode(status), Map.of(), body);
    }

    @Test
    void an_error_is_found_in_a_body_that_was_cut_off_anywhere() {
        String whole =
                " [ {\"a\": [1, {\"error\": {}}], \"b\\\"\": \"}\", \"error\" : {\"code\": \"overloaded\", \"x\": \"\\\"}\"}, \"c\": 1}]";
        int start = whole.indexOf("{\"code");

        for (int length = 0; length <= whole.length(); length++) {
            String found = ErrorBody.in(whole.substring(0, length));
            if (length <= start) {
                assertThat(found).as("cut off at %s", length).isNull();
            } else {
                assertThat(found).as("cut off at %s", length).startsWith("{");
            }
        }
        assertThat(ErrorBody.in(whole)).isEqualTo("{\"code\": \"overloaded\", \"x\": \"\\\"}\"}");
    }
}
