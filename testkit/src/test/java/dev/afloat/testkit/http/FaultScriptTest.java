package dev.afloat.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which request takes which step of the script, and what is recorded of it. */
@Timeout(120)
class FaultScriptTest {
    private final FaultServer server = FaultServer.start();
    private final URI openAi = server.openAi("/chat/completions");

    @AfterEach
    void close() {
        server.close();
    }

    private int status(URI uri) {
        return Caller.ask(uri, "{}").statusCode();
    }

    @Test
    void steps_are_taken_in_order_and_then_it_answers() {
        Fault first = Fault.unavailable();
        Fault second = Fault.badRequest();
        server.next(first, second);
        server.next(Fault.overloaded());

        assertThat(status(openAi)).isEqualTo(503);
        assertThat(status(server.anthropic("/v1/messages"))).isEqualTo(400);
        assertThat(server.unused()).extracting(Fault::toString).containsExactly("overloaded");
        assertThat(status(openAi)).isEqualTo(529);
        assertThat(status(openAi)).isEqualTo(200);
        assertThat(server.unused()).isEmpty();
        assertThat(server.requests())
                .extracting(ReceivedRequest::fault)
                .startsWith(first, second)
                .hasSize(4);
    }

    @Test
    void an_outage_may_have_no_end() {
        server.otherwise(Fault.serverError());
        server.next(Fault.none());

        assertThat(status(openAi)).isEqualTo(200);
        assertThat(status(openAi)).isEqualTo(500);
        assertThat(status(openAi)).isEqualTo(500);
        server.otherwise(Fault.none());
        assertThat(status(openAi)).isEqualTo(200);
    }

    @Test
    void a_path_or_method_that_no_model_has_leaves_the_script_alone() throws Exception {
        server.next(Fault.unavailable());

        assertThat(status(server.openAi("/embeddings"))).isEqualTo(404);
        assertThat(status(server.openAi("/v1/chat/completions"))).isEqualTo(404);
        assertThat(status(server.openAi(""))).isEqualTo(404);
        assertThat(method(HttpRequest.newBuilder(openAi).GET())).isEqualTo(405);
        assertThat(method(HttpRequest.newBuilder(openAi).method("HEAD", HttpRequest.BodyPublishers.noBody())))
                .isEqualTo(405);
        assertThat(server.requests()).hasSize(5).allMatch(ReceivedRequest::wellFormed);
        assertThat(server.requests()).extracting(ReceivedRequest::method).endsWith("GET", "HEAD");

        assertThat(status(server.anthropic("/chat/completions?api-version=1"))).isEqualTo(503);
        assertThat(server.requests().get(5).path()).isEqualTo("/chat/completions?api-version=1");
    }

    private static int method(HttpRequest.Builder request) throws Exception {
        return Caller.send(request)
                .get(Caller.PATIENCE.toSeconds(), TimeUnit.SECONDS)
                .statusCode();
    }

    @Test
    void a_delay_comes_before_the_answer() {
        Duration delay = Duration.ofMillis(50);
        server.next(Fault.none().after(delay));
        long start = System.nanoTime();

        assertThat(status(openAi)).isEqualTo(200);

        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(delay.toNanos());
        assertThatThrownBy(() -> Fault.none().after(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("Time cannot be negative, but is PT-0.001S");
    }

    @Test
    void a_response_with_a_body_has_a_status_that_allows_it() {
        for (int status : new int[] {100, 199, 204, 304, 600}) {
            assertThatThrownBy(() -> Fault.response(status, "text/plain", ""))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("No response with a body has the status " + status);
        }
    }

    @Test
    void a_trickle_takes_a_period_for_each_byte() {
        Duration period = Duration.ofMillis(2);
        server.next(Fault.trickle(period));
        long start = System.nanoTime();

        String body = Caller.ask(openAi, "{}").body();

        assertThat(body).contains(Fault.ANSWER);
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(period.toNanos() * body.length());
        assertThatThrownBy(() -> Fault.trickle(Duration.ofMillis(-1))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void of_many_requests_at_once_each_takes_a_step_of_its_own() throws Exception {
        int requests = 64;
        Map<Fault, String> script = new HashMap<>();
        for (int i = 0; i < requests; i++) {
            Fault fault = Fault.response(500 + i, "text/plain", "step " + i).after(Duration.ofMillis(i % 8));
            script.put(fault, 500 + i + " step " + i);
            server.next(fault);
        }

        List<CompletableFuture<HttpResponse<String>>> calls = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            calls.add(Caller.send(Caller.request(openAi, String.valueOf(i))));
        }

        Set<String> seen = new HashSet<>();
        for (int i = 0; i < requests; i++) {
            HttpResponse<String> response = calls.get(i).get(Caller.PATIENCE.toSeconds(), TimeUnit.SECONDS);
            String answer = response.statusCode() + " " + response.body();
            seen.add(answer);
            assertThat(script.get(faultOf(String.valueOf(i)))).isEqualTo(answer);
        }
        assertThat(seen).hasSize(requests);
        assertThat(server.unused()).isEmpty();
        assertThat(server.requests()).hasSize(requests);
        assertThat(server.aborted()).isEmpty();
    }

    private Fault faultOf(String body) {
        return server.requests().stream()
                .filter(request -> request.body().equals(body))
                .findFirst()
                .orElseThrow()
                .fault();
    }

    @Test
    void waiting_for_requests_ends_with_them_or_in_a_failure_that_tells_what_came() throws Exception {
        FutureTask<List<ReceivedRequest>> waiting = Caller.aside(() -> server.awaitRequests(2, Duration.ofDays(1)));

        status(openAi);
        assertThatThrownBy(() -> waiting.get(50, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        status(openAi);

        assertThat(waiting.get(Caller.PATIENCE.toSeconds(), TimeUnit.SECONDS)).hasSize(2);
        assertThatThrownBy(() -> server.awaitRequests(3, Duration.ofMillis(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("Expected 3 requests within PT0.001S, but there were 2: "
                        + "[POST /v1/chat/completions -> none, POST /v1/chat/completions -> none]");
        assertThatThrownBy(() -> server.awaitAborted(1, Duration.ofMillis(1)))
                .isInstanceOf(AssertionError.class)
                .hasMessage("Expected 1 aborted requests within PT0.001S, but there were 0: [] of "
                        + "[POST /v1/chat/completions -> none, POST /v1/chat/completions -> none]");
    }

    @Test
    void waiting_heeds_an_interrupt() throws Exception {
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> server.awaitRequests(1, Caller.PATIENCE))
                .isInstanceOf(AssertionError.class)
                .hasMessage("Expected 1 requests before an interrupt, but there were 0: []")
                .hasCauseInstanceOf(InterruptedException.class);

        assertThat(Thread.interrupted()).isTrue();
    }
}
