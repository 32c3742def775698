package dev.afloat.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a server knows of clients that gave up. */
@Timeout(120)
class AbortedRequestsTest {
    private static final Duration SHORT = Duration.ofMillis(100);

    private final FaultServer server = FaultServer.start();
    private final URI openAi = server.openAi("/chat/completions");

    @AfterEach
    void close() {
        server.close();
    }

    static Stream<Fault> endless() {
        Duration day = Duration.ofDays(1);
        return Stream.of(
                Fault.hangBeforeHeaders(),
                Fault.hangBeforeHeaders().after(SHORT),
                Fault.stallInBody(),
                Fault.trickle(day),
                Fault.trickle(Duration.ofMillis(20)),
                Fault.none().after(day));
    }

    @ParameterizedTest
    @MethodSource("endless")
    void a_client_that_cancels_is_seen_to_close_its_connection(Fault fault) {
        server.next(fault);
        CompletableFuture<HttpResponse<String>> call = Caller.send(Caller.request(openAi, "cancelled"));
        server.awaitRequests(1, Caller.PATIENCE);
        assertThatThrownBy(() -> call.get(SHORT.toMillis(), TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        assertThat(server.aborted()).isEmpty();

        call.cancel(true);

        List<ReceivedRequest> aborted = server.awaitAborted(1, Caller.PATIENCE);
        assertThat(aborted).extracting(ReceivedRequest::body).containsExactly("cancelled");
        assertThat(Caller.ask(openAi, "next").statusCode()).isEqualTo(200);
        assertThat(server.requests().get(1).connection()).as("a new connection").isEqualTo(1);
    }

    @Test
    void a_client_that_stops_waiting_without_closing_its_connection_is_not_among_them() {
        server.next(Fault.hangBeforeHeaders());
        CompletableFuture<HttpResponse<String>> call = Caller.send(Caller.request(openAi, "{}"));
        CompletableFuture<String> waiting =
                call.thenApply(HttpResponse::body).orTimeout(SHORT.toMillis(), TimeUnit.MILLISECONDS);

        assertThatThrownBy(waiting::join).hasCauseInstanceOf(TimeoutException.class);
        server.awaitRequests(1, Caller.PATIENCE);
        assertThatThrownBy(() -> server.awaitAborted(1, SHORT)).isInstanceOf(AssertionError.class);

        call.cancel(true);
        server.awaitAborted(1, Caller.PATIENCE);
    }

    @Test
    void a_client_that_closes_the_body_while_it_reads_is_seen() throws Exception {
        server.next(Fault.stallInBody());
        HttpRequest request = Caller.request(openAi, "{}").build();

        HttpResponse<InputStream> response =
                HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofInputStream());
        assertThat(response.statusCode()).isEqualTo(200);
        assertThat(response.body().read()).isEqualTo('{');
        response.body().close();

        server.awaitAborted(1, Caller.PATIENCE);
    }

    @Test
    void a_connection_that_we_broke_or_that_is_idle_was_not_aborted() throws IOException {
        server.next(Fault.closeInBody(), Fault.reset());
        for (int i = 0; i < 2; i++) {
            CompletableFuture<HttpResponse<String>> broken = Caller.send(Caller.request(openAi, "{}"));
            assertThatThrownBy(() -> broken.get(Caller.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(IOException.class);
        }
        try (RawClient idle = new RawClient(server)) {
            idle.send(RawClient.post("{}"));
            assertThat(idle.receive().status()).isEqualTo("200");
        }
        assertThat(Caller.ask(openAi, "{}").statusCode()).isEqualTo(200);

        server.close();

        assertThat(server.requests()).hasSize(4);
        assertThat(server.aborted()).isEmpty();
    }

    @Test
    void a_server_that_closes_has_aborted_by_itself() {
        server.next(Fault.hangBeforeHeaders());
        CompletableFuture<HttpResponse<String>> call = Caller.send(Caller.request(openAi, "{}"));
        server.awaitRequests(1, Caller.PATIENCE);

        server.close();

        assertThatThrownBy(() -> call.get(Caller.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                .hasCauseInstanceOf(IOException.class);
        assertThat(server.aborted()).isEmpty();
    }
}
