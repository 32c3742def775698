package dev.afloat.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every fault, in the words of both providers, as the JDK's client sees it. */
@Timeout(120)
class FaultsSeenByAClientTest {
    /** What a request that hangs is given; a call that is answered takes milliseconds. */
    private static final Duration TIMEOUT = Duration.ofSeconds(1);

    private static final String STALLED = "200, and no end";

    /** A fault, and what a client of either provider makes of it. */
    record Row(Fault fault, String openAi, String anthropic) {
        Row(Fault fault, String both) {
            this(fault, both, both);
        }

        @Override
        public String toString() {
            return fault.toString();
        }
    }

    static Stream<Row> rows() {
        return Stream.of(
                new Row(Fault.none(), "200 stop: All is well.", "200 end_turn: All is well."),
                new Row(Fault.answer("a \"b\" \\ ü"), "200 stop: a \"b\" \\ ü", "200 end_turn: a \"b\" \\ ü"),
                new Row(Fault.rateLimited(), "429 requests, rate_limit_exceeded", "429 rate_limit_error"),
                new Row(
                        Fault.quotaExhausted(),
                        "429 insufficient_quota, insufficient_quota",
                        "400 invalid_request_error (credit balance is too low)"),
                new Row(Fault.serverError(), "500 server_error", "500 api_error"),
                new Row(Fault.badGateway(), "502 text/html"),
                new Row(Fault.unavailable(), "503 server_error", "503 api_error"),
                new Row(Fault.gatewayTimeout(), "504 server_error", "504 timeout_error"),
                new Row(Fault.overloaded(), "529 server_error", "529 overloaded_error"),
                new Row(Fault.unauthorized(), "401 invalid_request_error, invalid_api_key", "401 authentication_error"),
                new Row(
                        Fault.forbidden(),
                        "403 request_forbidden, unsupported_country_region_territory",
                        "403 permission_error"),
                new Row(Fault.modelNotFound(), "404 invalid_request_error, model_not_found", "404 not_found_error"),
                new Row(
                        Fault.badRequest(),
                        "400 invalid_request_error, unknown_parameter",
                        "400 invalid_request_error"),
                new Row(
                        Fault.contextTooLong(),
                        "400 invalid_request_error, context_length_exceeded",
                        "400 invalid_request_error (prompt is too long)"),
                new Row(
                        Fault.promptFiltered(),
                        "400 null, content_filter, ResponsibleAIPolicyViolation",
                        "400 invalid_request_error (content filtering)"),
                new Row(Fault.answerFiltered(), "200 content_filter: null", "200 refusal: null"),
                new Row(Fault.refused(), "200 stop: refusal I cannot help with that.", "200 refusal: null"),
                new Row(Fault.cutOff(), "200 length: All is well.", "200 max_tokens: All is well."),
                new Row(Fault.noChoices(), "200 nothing in choices", "200 end_turn: null"),
                new Row(Fault.emptyObject(), "200 {}"),
                new Row(Fault.emptyBody(), "200 empty"),
                new Row(Fault.notJson(), "200 no JSON"),
                new Row(Fault.truncatedJson(), "200 no JSON"),
                new Row(Fault.errorWithStatus200(), "200 server_error", "200 api_error"),
                new Row(Fault.response(418, "text/plain", "tea"), "418 text/plain"),
                new Row(Fault.hangBeforeHeaders(), "HttpTimeoutException: request timed out"),
                new Row(Fault.stallInBody(), STALLED),
                new Row(Fault.trickle(Duration.ofNanos(1)), "200 stop: All is well.", "200 end_turn: All is well."),
                new Row(
                        Fault.reset(),
                        "IOException: HTTP/1.1 header parser received no bytes <- SocketException: Connection reset"),
                new Row(
                        Fault.closeBeforeHeaders(),
                        "IOException: HTTP/1.1 header parser received no bytes <- EOFException: EOF reached while reading"),
                new Row(
                        Fault.closeBeforeBody(),
                        "IOException: fixed content-length: N, bytes received: 0 <- EOFException: EOF reached while reading"),
                new Row(
                        Fault.closeInBody(),
                        "IOException: fixed content-length: N, bytes received: half <- EOFException: EOF reached while reading"));
    }

    @ParameterizedTest
    @MethodSource("rows")
    void a_client_of_open_ai_sees(Row row) {
        try (FaultServer server = FaultServer.start()) {
            seesAndRecords(server, server.openAi("/chat/completions"), row.fault, row.openAi);
        }
    }

    @ParameterizedTest
    @MethodSource("rows")
    void a_client_of_anthropic_sees(Row row) {
        try (FaultServer server = FaultServer.start()) {
            seesAndRecords(server, server.anthropic("/v1/messages"), row.fault, row.anthropic);
        }
    }

    private static void seesAndRecords(FaultServer server, URI uri, Fault fault, String expected) {
        int wholeLength = Caller.ask(uri, "first").body().length();
        server.next(fault);

        String seen = outcome(uri, server, wholeLength);

        assertThat(seen).isEqualTo(expected);
        ReceivedRequest request = server.requests().get(1);
        assertThat(server.requests()).hasSize(2);
        assertThat(request.method()).isEqualTo("POST");
        assertThat(request.path()).isEqualTo(uri.getPath());
        assertThat(request.header("x-TEST")).contains("yes");
        assertThat(request.body()).isEqualTo("second");
        assertThat(request.wellFormed()).isTrue();
        assertThat(request.fault()).isSameAs(fault);
        boolean gaveUp = seen.equals(STALLED) || seen.startsWith("HttpTimeoutException");
        if (gaveUp) {
            assertThat(server.awaitAborted(1, Caller.PATIENCE)).containsExactly(request);
        } else {
            assertThat(Caller.ask(uri, "third").statusCode())
                    .as("what comes after")
                    .isEqualTo(200);
            assertThat(server.aborted()).isEmpty();
        }
    }

    private static String outcome(URI uri, FaultServer server, int wholeLength) {
        CompletableFuture<HttpResponse<String>> call =
                Caller.send(Caller.request(uri, "second").timeout(TIMEOUT));
        server.awaitRequests(2, Caller.PATIENCE);
        try {
            boolean stalls = server.requests().get(1).fault().toString().equals("stallInBody");
            // Beyond the timeout, which does not see a body that stalls.
            Duration patience = stalls ? TIMEOUT.multipliedBy(2) : Caller.PATIENCE;
            return Summary.of(call.get(patience.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            call.cancel(true);
            return STALLED;
        } catch (ExecutionException e) {
            return causes(e.getCause(), wholeLength);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void no_fault_is_left_out() {
        List<String> factories = Arrays.stream(Fault.class.getDeclaredMethods())
                .filter(method -> Modifier.isPublic(method.getModifiers()) && Modifier.isStatic(method.getModifiers()))
                .map(method -> method.getName())
                .distinct()
                .toList();

        assertThat(rows().map(Row::toString)).containsExactlyInAnyOrderElementsOf(factories);
    }

    /** What a timeout did on its way through the client differs from run to run. */
    private static @Nullable Throwable below(Throwable thrown) {
        return thrown instanceof HttpTimeoutException ? null : thrown.getCause();
    }

    private static String causes(@Nullable Throwable thrown, int length) {
        assertThat(thrown).isInstanceOf(IOException.class);
        StringBuilder chain = new StringBuilder();
        for (Throwable each = thrown; each != null; each = below(each)) {
            chain.append(chain.isEmpty() ? "" : " <- ")
                    .append(each.getClass().getSimpleName())
                    .append(": ")
                    .append(each.getMessage());
        }
        return chain.toString()
                .replace("content-length: " + length, "content-length: N")
                .replace("received: " + length / 2, "received: half");
    }
}
