package dev.afloat.examples.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the page's server answers. */
@Timeout(60)
class LivePageTest {
    private final HttpClient client = HttpClient.newHttpClient();
    private final LivePage page;

    LivePageTest() throws IOException {
        page = new LivePage(0);
    }

    @AfterEach
    void close() {
        page.close();
    }

    private HttpResponse<String> ask(String method, String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(page.address()).resolve(path))
                .method(method, BodyPublishers.noBody())
                .build();
        return client.send(request, BodyHandlers.ofString());
    }

    private JsonNode json(String path) throws IOException, InterruptedException {
        return JsonMapper.builder().build().readTree(ask("GET", path).body());
    }

    private static String strip(JsonNode state) {
        return state.get("cells")
                .valueStream()
                .map(cell -> cell.get("tier").asString().substring(0, 1))
                .collect(Collectors.joining());
    }

    @Test
    void thirty_requests_are_told_as_the_incident_was() throws Exception {
        page.player().play(30);

        JsonNode state = json("/state");
        assertThat(strip(state)).isEqualTo("ssssscsssssskkkcckkkccssscssss");
        assertThat(state.get("requests").asInt()).isEqualTo(30);
        assertThat(state.get("answered").asInt()).isEqualTo(30);
        assertThat(state.get("degraded").asInt()).isEqualTo(12);
        assertThat(state.get("ratio").asDouble()).isEqualTo(0.4);
        assertThat(state.get("modelCalls").asInt()).isEqualTo(24);
        assertThat(state.get("breaker").asString()).isEqualTo("CLOSED");
        assertThat(state.get("probeDue").asBoolean()).isFalse();
    }

    @Test
    void a_cell_tells_what_became_of_its_request() throws Exception {
        page.player().play(15);

        JsonNode cells = json("/state").get("cells");
        assertThat(cells.get(5).toString())
                .isEqualTo(
                        "{\"number\":6,\"query\":\"headphones\",\"products\":[\"wireless noise-cancelling headphones\","
                                + "\"water-resistant sports headphones\"],\"tier\":\"cache\",\"level\":\"CACHED\",\"degraded\":true,"
                                + "\"reason\":\"timeout\",\"millis\":800,\"attempts\":[\"semantic: timeout\",\"cache: success\"],"
                                + "\"breakerOpen\":false,\"style\":\"BADGE\",\"bestMatch\":false}");
        assertThat(cells.get(14).get("attempts").toString())
                .isEqualTo("[\"semantic: error, unavailable\",\"cache: miss\",\"keyword: success\"]");
        assertThat(cells.get(14).get("breakerOpen").asBoolean()).isTrue();
        assertThat(cells.get(0).get("style").asString()).isEqualTo("SILENT");
        assertThat(cells.get(0).get("bestMatch").asBoolean()).isTrue();
    }

    @Test
    void another_round_goes_on_where_the_first_ended_and_the_page_keeps_sixty_requests() throws Exception {
        page.player().play(30);
        String first = strip(json("/state"));
        page.player().play(60);

        JsonNode state = json("/state");
        assertThat(strip(state)).isEqualTo(first + first);
        assertThat(state.get("cells").get(0).get("number").asInt()).isEqualTo(31);
        assertThat(state.get("requests").asInt()).isEqualTo(90);
    }

    @Test
    void metrics_tell_prometheus_the_same() throws Exception {
        page.player().play(30);

        HttpResponse<String> metrics = ask("GET", "/metrics");
        assertThat(metrics.headers().firstValue("Content-Type")).hasValue("text/plain; version=0.0.4; charset=utf-8");
        assertThat(metrics.body().lines())
                .contains(
                        "ai_feature_requests_total{degraded=\"false\",feature=\"product-search\",level=\"primary\"} 18.0",
                        "ai_feature_requests_total{degraded=\"true\",feature=\"product-search\",level=\"cached\"} 6.0",
                        "ai_feature_requests_total{degraded=\"true\",feature=\"product-search\",level=\"rule_based\"} 6.0");
    }

    @Test
    void health_tells_the_state_of_each_tier() throws Exception {
        page.player().play(15);

        JsonNode health = json("/health");
        assertThat(health.get("feature").asString()).isEqualTo("product-search");
        assertThat(health.get("tiers").get(0).get("tier").asString()).isEqualTo("semantic");
        assertThat(health.get("tiers").get(0).get("circuit").asString()).isEqualTo("OPEN");
        assertThat(health.get("tiers").get(0).get("load").get("abandoned").asInt())
                .isEqualTo(0);
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /, 200",
        "GET, /page.css, 200",
        "GET, /page.js, 200",
        "HEAD, /metrics, 200",
        "GET, /nothing, 404",
        "GET, /state/of/things, 404",
        "GET, /page.html, 404",
        "POST, /state, 405",
        "DELETE, /, 405"
    })
    void what_is_not_there_and_what_would_change_something_is_refused(String method, String path, int status)
            throws Exception {
        HttpResponse<String> response = ask(method, path);

        assertThat(response.statusCode()).isEqualTo(status);
        assertThat(response.body().isEmpty()).isEqualTo(method.equals("HEAD"));
    }

    @Test
    void clients_that_send_half_a_request_keep_nobody_waiting() throws Exception {
        URI address = URI.create(page.address());
        List<Socket> slow = new ArrayList<>();
        try {
            for (int i = 0; i < 20; i++) {
                Socket socket = new Socket(address.getHost(), address.getPort());
                slow.add(socket);
                socket.getOutputStream().write("GET /state HTT".getBytes(StandardCharsets.US_ASCII));
            }

            assertThat(ask("GET", "/state").statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }
}
