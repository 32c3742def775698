package dev.afloat.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests on the wire: how they are told apart, what their bodies are, and what becomes of those that are none. */
@Timeout(120)
class RawRequestsTest {
    private static final String HEAD = "POST /v1/chat/completions HTTP/1.1\r\n";

    /** More than the server reads ahead. */
    private static final String UNREAD = "x".repeat(200_000);

    private final FaultServer server = FaultServer.start();
    private final RawClient client;

    RawRequestsTest() throws Exception {
        this.client = new RawClient(server);
    }

    @AfterEach
    void close() throws Exception {
        client.close();
        server.close();
    }

    @Test
    void requests_follow_one_another_on_a_connection() throws Exception {
        server.next(Fault.rateLimited(), Fault.emptyBody());

        for (String expected : List.of("429", "200", "200")) {
            client.send(RawClient.post("{}"));
            assertThat(client.receive().status()).isEqualTo(expected);
        }

        assertThat(server.requests()).extracting(ReceivedRequest::connection).containsOnly(0);
        try (RawClient other = new RawClient(server)) {
            other.send(RawClient.post("{}"));
            other.receive();
        }
        assertThat(server.requests().get(3).connection()).isEqualTo(1);
    }

    @Test
    void a_request_that_did_not_wait_for_the_answer_before_it_is_answered_after_it() throws Exception {
        server.next(Fault.answer("first").after(Duration.ofMillis(20)), Fault.answer("second"));

        client.send(RawClient.post("1") + RawClient.post("2"));

        assertThat(client.receive().body()).contains("first");
        assertThat(client.receive().body()).contains("second");
        assertThat(server.requests()).extracting(ReceivedRequest::body).containsExactly("1", "2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /v1/chat/completions HTTP/1.1\r\nConnection: keep-alive, Close\r\nContent-Length: 0\r\n\r\n",
                "POST /v1/chat/completions HTTP/1.0\r\n\r\n"
            })
    void a_connection_is_closed_where_the_client_wants_that(String request) throws Exception {
        client.send(request);

        RawClient.Received received = client.receive();

        assertThat(received.status()).isEqualTo("200");
        assertThat(received.headers()).contains("Connection: close");
        assertThat(client.isClosedByServer()).isTrue();
    }

    @Test
    void an_answer_to_head_has_no_body() throws Exception {
        client.send("HEAD /v1/messages HTTP/1.1\r\n\r\n" + RawClient.post("next"));

        assertThat(client.receive().headers()).contains("Content-Length: 0");
        assertThat(client.receive().status()).isEqualTo("200");
    }

    @Test
    void a_body_may_come_in_chunks() throws Exception {
        client.send(HEAD + "Transfer-Encoding: chunked\r\n\r\n5;name=value\r\nhello\r\n00A\r\n, 12345678\r\n");
        client.send("0\r\nTrailer: x\r\n\r\n" + RawClient.post("next"));

        assertThat(client.receive().status()).isEqualTo("200");
        assertThat(client.receive().status()).isEqualTo("200");
        assertThat(server.requests()).extracting(ReceivedRequest::body).containsExactly("hello, 12345678", "next");
    }

    @Test
    void the_jdks_client_sends_chunks_and_waits_to_be_told_to_continue() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.openAi("/chat/completions"))
                .expectContinue(true)
                .POST(HttpRequest.BodyPublishers.fromPublisher(HttpRequest.BodyPublishers.ofString("größe")))
                .build();

        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

        assertThat(response.statusCode()).isEqualTo(200);
        ReceivedRequest received = server.requests().get(0);
        assertThat(received.header("transfer-encoding")).contains("chunked");
        assertThat(received.header("expect")).contains("100-Continue");
        assertThat(received.body()).isEqualTo("größe");
    }

    @Test
    void headers_are_found_in_any_case_and_all_are_kept() throws Exception {
        client.send(HEAD + "AUTHORIZATION:Bearer secret \r\nx-list: a\r\nX-List: b\r\nContent-Length: 2\r\n\r\n{}");
        client.receive();

        ReceivedRequest received = server.requests().get(0);
        assertThat(received.header("Authorization")).contains("Bearer secret");
        assertThat(received.headers()).containsEntry("X-LIST", List.of("a", "b"));
        assertThat(received.header("absent")).isEmpty();
        assertThat(received.toString()).isEqualTo("POST /v1/chat/completions -> none");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hello\r\n\r\n",
                "\r\n\r\n",
                "POST /v1/chat/completions\r\n\r\n",
                "POST  HTTP/1.1\r\n\r\n",
                "PO(ST / HTTP/1.1\r\n\r\n",
                "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
                HEAD + "no colon\r\n\r\n",
                HEAD + ": no name\r\n\r\n",
                HEAD + "folded: x\r\n y: z\r\n\r\n",
                HEAD + "Content-Length: -1\r\n\r\n",
                HEAD + "Content-Length: two\r\n\r\n{}",
                HEAD + "Content-Length: 99999999999\r\n\r\n",
                HEAD + "Content-Length: 999999999\r\n\r\n",
                HEAD + "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}",
                HEAD + "Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
                HEAD + "Transfer-Encoding: gzip\r\n\r\n",
                HEAD + "Transfer-Encoding: chunked\r\n\r\nxyz\r\n",
                HEAD + "Transfer-Encoding: chunked\r\n\r\n-1\r\n",
                HEAD + "Transfer-Encoding: chunked\r\n\r\n2\r\n{}and more\r\n0\r\n\r\n"
            })
    void what_is_not_http_gets_a_400_and_takes_no_step(String text) throws Exception {
        server.next(Fault.overloaded());

        client.send(text + UNREAD);
        client.endOutput();

        RawClient.Received received = client.receive();
        assertThat(received.status()).isEqualTo("400");
        assertThat(received.headers()).contains("Connection: close");
        assertThat(client.isClosedByServer()).isTrue();
        assertThat(server.requests()).hasSize(1);
        assertThat(server.requests().get(0).wellFormed()).isFalse();
        assertThat(server.requests().get(0).toString()).isEqualTo("malformed -> malformedRequest");
        assertThat(server.unused()).hasSize(1);
        assertThat(server.aborted()).isEmpty();
    }

    @Test
    void a_line_has_an_end_somewhere() throws Exception {
        client.send("POST /" + "x".repeat(70_000));

        assertThat(client.receive().status()).isEqualTo("400");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /v1/ch",
                HEAD + "Content-Le",
                HEAD + "Content-Length: 10\r\n\r\n{}",
                HEAD + "Transfer-Encoding: chunked\r\n\r\n5\r\nhe"
            })
    void a_request_that_ends_in_the_middle_is_malformed_and_aborted(String half) throws Exception {
        server.next(Fault.overloaded());

        client.send(half);
        client.close();

        List<ReceivedRequest> aborted = server.awaitAborted(1, Caller.PATIENCE);
        assertThat(aborted).isEqualTo(server.requests());
        assertThat(aborted.get(0).wellFormed()).isFalse();
        assertThat(server.unused()).hasSize(1);
    }

    @Test
    void a_connection_without_a_request_is_none() throws Exception {
        client.close();
        try (RawClient reset = new RawClient(server)) {
            reset.reset();
        }
        try (RawClient other = new RawClient(server)) {
            other.send(RawClient.post("{}"));
            other.receive();
        }

        assertThat(server.requests()).extracting(ReceivedRequest::connection).containsExactly(2);
        assertThat(server.aborted()).isEmpty();
    }

    @Test
    void a_reset_by_the_client_is_an_abort_like_any_other() throws Exception {
        server.next(Fault.hangBeforeHeaders());
        client.send(RawClient.post("{}"));
        server.awaitRequests(1, Caller.PATIENCE);
        FutureTask<List<ReceivedRequest>> waiting = Caller.aside(() -> server.awaitAborted(1, Duration.ofDays(1)));

        client.reset();

        assertThat(waiting.get(Caller.PATIENCE.toSeconds(), TimeUnit.SECONDS)).isEqualTo(server.requests());
    }
}
