package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The JDK's own client, whose responses are of a class that its module hides. */
class JdkHttpClientTest {
    private HttpServer server;

    /** As somebody might write it who hands the whole response over. */
    @SuppressWarnings("serial")
    public static final class Refused extends RuntimeException {
        private final HttpResponse<String> response;

        Refused(HttpResponse<String> response) {
            this.response = response;
        }

        public HttpResponse<String> response() {
            return response;
        }
    }

    @BeforeEach
    void start() throws Exception {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            byte[] body = "{\"error\":{\"code\":\"insufficient_quota\"}}".getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Retry-After", "7");
            exchange.sendResponseHeaders(429, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private HttpResponse<String> ask() throws Exception {
        URI uri = new URI("http", null, "localhost", server.getAddress().getPort(), "/", null, null);
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    }

    @Test
    void a_response_in_an_exception_is_read_through_its_public_interface() throws Exception {
        assertThat(FailureClassifier.builtIn(Clock.systemUTC()).classify(new Refused(ask())))
                .hasToString("QUOTA_EXHAUSTED (429) retry after PT7S");
    }

    @Test
    void its_parts_fit_the_exception_for_clients_written_by_hand() throws Exception {
        HttpResponse<String> response = ask();

        assertThat(FailureClassifier.builtIn(Clock.systemUTC())
                        .classify(new LlmHttpException(
                                response.statusCode(), response.headers().map(), response.body())))
                .hasToString("QUOTA_EXHAUSTED (429) retry after PT7S");
    }
}
