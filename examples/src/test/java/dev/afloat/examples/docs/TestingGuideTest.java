package dev.afloat.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.call.ModelCall;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.testkit.AfloatAssertions;
import dev.afloat.testkit.AvailabilityReport;
import dev.afloat.testkit.IncidentStream;
import dev.afloat.testkit.Script;
import dev.afloat.testkit.Step;
import dev.afloat.testkit.StubModel;
import dev.afloat.testkit.VirtualTime;
import dev.afloat.testkit.http.Fault;
import dev.afloat.testkit.http.FaultServer;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The Java of the guide to testing, compiled and run; {@link #the_guide_shows_this_very_code()} holds the two together. */
class TestingGuideTest {

    /** Somebody's client of a model. */
    static final class Client {
        private final HttpClient http = HttpClient.newHttpClient();
        private final URI base;
        private final Duration timeout;

        Client(URI base, Duration timeout) {
            this.base = base;
            this.timeout = timeout;
        }

        String ask(String question) throws IOException, InterruptedException {
            HttpRequest request = HttpRequest.newBuilder(URI.create(base + "/chat/completions"))
                    .timeout(timeout)
                    .POST(HttpRequest.BodyPublishers.ofString("{\"question\":\"" + question + "\"}"))
                    .build();
            HttpResponse<String> response = http.send(request, HttpResponse.BodyHandlers.ofString());
            if (response.statusCode() != 200) {
                throw new IOException("status " + response.statusCode());
            }
            return response.body();
        }
    }

    private static FallbackChain<String, String> supportAnswers(ModelCall<String, String> model) {
        return FallbackChain.<String, String>named("support-answers")
                .within(Duration.ofSeconds(5))
                .model(
                        "assistant",
                        model,
                        tier -> tier.timeLimit(Duration.ofSeconds(4)).check("not-blank", text -> !text.isBlank()))
                .local("help-page", question -> "We cannot answer that right now. See the help page.")
                .build();
    }

    @Test
    void a_stub_stands_in_for_the_model() {
        VirtualTime time = new VirtualTime();
        StubModel<String, String> model = StubModel.of(
                time,
                question -> "forty-two",
                Script.of(Step.answerAfter(Duration.ofMillis(150)), Step.hang(Duration.ofSeconds(9)), Step.poor("")));
        FallbackChain<String, String> support =
                supportAnswers(model).toBuilder().timeSource(time).build();

        AfloatAssertions.assertThat(support.execute("what?"))
                .hasValue("forty-two")
                .isNotDegraded();
        AfloatAssertions.assertThat(support.execute("what?"))
                .isDegradedBy(FailureKind.TIMEOUT)
                .hasLatency(Duration.ofSeconds(4));
        AfloatAssertions.assertThat(support.execute("what?"))
                .wasServedBy("help-page")
                .hasAttempt("assistant", Outcome.QUALITY_FAILURE);
    }

    @Test
    void an_incident_is_played() {
        Client llm = new Client(URI.create("http://127.0.0.1"), Duration.ofSeconds(1));

        IncidentStream<String> outage = new IncidentStream<>(
                List.of("where?", "when?", "why?"),
                Duration.ofSeconds(1),
                Script.always(3, Step.fail()),
                Duration.ofSeconds(5));

        AvailabilityReport<String> report = outage.play(
                "assistant",
                question -> "forty-two",
                (time, incident) -> supportAnswers(llm::ask).toBuilder()
                        .timeSource(time)
                        .interceptor(incident)
                        .build());

        assertThat(report.availability()).isEqualTo(1.0);
    }

    @Test
    @Timeout(120)
    void a_server_fails() throws Exception {
        // So that the timeout of a second, below, is not spent on loading the client's classes.
        try (FaultServer server = FaultServer.start()) {
            new Client(server.openAi(""), Duration.ofMinutes(1)).ask("warm up");
        }

        try (FaultServer server = FaultServer.start()) {
            server.next(Fault.rateLimited(Duration.ofSeconds(30)), Fault.hangBeforeHeaders());
            Client client = new Client(server.openAi(""), Duration.ofSeconds(1));

            assertThatThrownBy(() -> client.ask("hello")).hasMessage("status 429");
            assertThatThrownBy(() -> client.ask("hello")).isInstanceOf(HttpTimeoutException.class);
            assertThat(client.ask("hello")).contains(Fault.ANSWER);

            assertThat(server.requests()).hasSize(3);
            server.awaitAborted(1, Duration.ofSeconds(10)); // the client closed the connection that hung
        }
    }

    @Test
    void the_guide_shows_this_very_code() {
        String source =
                Pages.dense(Pages.read("examples/src/test/java/dev/afloat/examples/docs/TestingGuideTest.java"));

        assertThat(Pages.snippets("docs/guides/testing.md"))
                .hasSize(3)
                .allSatisfy(snippet -> assertThat(source).contains(snippet));
    }

    @Test
    void so_does_the_javadoc_of_the_server() {
        String javadoc = Pages.read("testkit/src/main/java/dev/afloat/testkit/http/FaultServer.java");
        String server = Pages.snippets("docs/guides/testing.md").get(2);

        assertThat(Pages.dense(javadoc.replaceAll("(?m)^ \\* ?", ""))).contains(server);
    }
}
