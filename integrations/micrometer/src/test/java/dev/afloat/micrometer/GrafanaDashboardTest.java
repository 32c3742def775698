package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Whether Grafana would take the dashboard, and people understand it. */
class GrafanaDashboardTest {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{?([a-z_]+)}?");
    private static final Set<String> OF_GRAFANA = Set.of("__rate_interval", "__all");

    private final JsonNode dashboard = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build()
            .readTree(Path.of("../../docs/operations/grafana-dashboard.json").toFile());

    private final List<JsonNode> panels = List.copyOf(dashboard.get("panels").values());

    private static List<String> texts(Collection<JsonNode> nodes, String field) {
        return nodes.stream().map(node -> node.path(field).asString("")).toList();
    }

    private static void assertByVariable(JsonNode datasource) {
        assertThat(datasource.path("type").asString("")).isEqualTo("prometheus");
        assertThat(datasource.path("uid").asString("")).isEqualTo("${datasource}");
    }

    @Test
    void it_has_what_a_dashboard_must_have() {
        assertThat(dashboard.path("title").asString("")).isNotBlank();
        assertThat(dashboard.path("uid").asString("")).matches("[a-zA-Z0-9_-]{1,40}");
        assertThat(dashboard.path("schemaVersion").asInt(0)).isPositive();
        assertThat(dashboard.has("id")).as("an id is of one Grafana").isFalse();
        assertThat(panels).isNotEmpty();
    }

    @Test
    void every_panel_has_an_id_of_its_own_a_title_and_a_description() {
        assertThat(panels).allMatch(panel -> panel.path("id").asInt(0) > 0);
        assertThat(panels).extracting(panel -> panel.path("id").asInt(0)).doesNotHaveDuplicates();
        assertThat(texts(panels, "title")).noneMatch(String::isBlank).doesNotHaveDuplicates();
        assertThat(texts(panels, "description")).noneMatch(String::isBlank);
        assertThat(texts(panels, "type")).isSubsetOf("timeseries", "state-timeline", "stat", "table");
    }

    @Test
    void every_panel_asks_for_something_and_names_what_it_asked_for() {
        for (JsonNode panel : panels) {
            String title = panel.get("title").asString();
            Collection<JsonNode> targets = panel.path("targets").values();
            assertThat(targets).as(title).isNotEmpty();
            assertThat(texts(targets, "expr")).as(title).noneMatch(String::isBlank);
            assertThat(texts(targets, "legendFormat")).as(title).noneMatch(String::isBlank);
            assertThat(texts(targets, "refId"))
                    .as(title)
                    .allMatch(id -> id.matches("[A-Z]"))
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void every_source_of_data_is_a_variable() {
        List<JsonNode> sources = new ArrayList<>(dashboard.findValues("datasource"));
        assertThat(sources).hasSizeGreaterThan(2 * panels.size());
        sources.forEach(GrafanaDashboardTest::assertByVariable);
        for (JsonNode panel : panels) {
            assertByVariable(panel.path("datasource"));
            panel.path("targets").forEach(target -> assertByVariable(target.path("datasource")));
        }
    }

    @Test
    void every_variable_that_is_used_is_defined_and_every_query_is_of_the_features_chosen() {
        List<String> defined = texts(dashboard.path("templating").path("list").values(), "name");
        assertThat(defined).contains("datasource", "feature").doesNotHaveDuplicates();

        assertThat(VARIABLE.matcher(dashboard.toString())
                        .results()
                        .map((MatchResult match) -> match.group(1))
                        .filter(name -> !OF_GRAFANA.contains(name)))
                .isNotEmpty()
                .isSubsetOf(defined);
        assertThat(dashboard.findValues("expr"))
                .isNotEmpty()
                .allMatch(expr -> expr.asString().contains("feature=~\"$feature\""));
    }

    private static String unit(String expr) {
        if (expr.contains("_seconds")) {
            return "s";
        }
        if (expr.contains("_ratio")) {
            return "percentunit";
        }
        return expr.contains("rate(") ? "reqps" : "short";
    }

    @Test
    void shares_durations_and_rates_have_their_units() {
        for (JsonNode panel : panels) {
            assertThat(panel.path("targets").values())
                    .as(panel.get("title").asString())
                    .map(target -> target.path("expr").asString(""))
                    .map(expr -> expr.matches(".*\\) / sum.*") ? "percentunit" : unit(expr))
                    .containsOnly(panel.path("fieldConfig")
                            .path("defaults")
                            .path("unit")
                            .asString("none"));
        }
    }

    private record Place(int x, int y, int width, int height) {
        static Place of(JsonNode panel) {
            JsonNode at = panel.path("gridPos");
            return new Place(
                    at.path("x").asInt(-1),
                    at.path("y").asInt(-1),
                    at.path("w").asInt(0),
                    at.path("h").asInt(0));
        }

        boolean overlaps(Place other) {
            return x < other.x + other.width
                    && other.x < x + width
                    && y < other.y + other.height
                    && other.y < y + height;
        }
    }

    @Test
    void no_panel_lies_on_another_nor_beside_the_grid() {
        List<Place> places = panels.stream().map(Place::of).toList();
        assertThat(places)
                .allMatch(place -> place.x >= 0 && place.y >= 0 && place.width > 0 && place.height > 0)
                .allMatch(place -> place.x + place.width <= 24);
        for (int i = 0; i < places.size(); i++) {
            for (int k = 0; k < i; k++) {
                assertThat(places.get(i).overlaps(places.get(k)))
                        .as("%s on %s", places.get(i), places.get(k))
                        .isFalse();
            }
        }
    }
}
