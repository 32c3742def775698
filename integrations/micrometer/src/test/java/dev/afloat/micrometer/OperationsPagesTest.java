package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Rules, dashboard and runbook, held against what is scraped and against each other. */
class OperationsPagesTest {
    private static final Path PAGES = Path.of("../../docs/operations");
    private static final Pattern METER = Pattern.compile("\\bai_feature_[a-z_]+");

    private static String read(String page) throws IOException {
        return Files.readString(PAGES.resolve(page));
    }

    private static Set<String> found(Pattern pattern, int group, String text) {
        return pattern.matcher(text)
                .results()
                .map((MatchResult match) -> match.group(group))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    @ParameterizedTest
    @ValueSource(strings = {"prometheus-rules.yml", "prometheus-rules-test.yml", "grafana-dashboard.json"})
    void every_meter_that_is_asked_for_is_there_after_an_incident(String page) throws IOException {
        Set<String> scraped = found(METER, 0, IncidentScrapeTest.scrapeOfTheIncident());

        assertThat(found(METER, 0, read(page))).isNotEmpty().isSubsetOf(scraped);
    }

    @Test
    void every_alert_has_its_heading_in_the_runbook_and_every_heading_its_alert() throws IOException {
        Set<String> alerts = found(Pattern.compile("- alert: (\\w+)"), 1, read("prometheus-rules.yml"));

        assertThat(found(Pattern.compile("(?m)^## (\\w+)$"), 1, read("runbook.md")))
                .isEqualTo(alerts);
        assertThat(found(Pattern.compile("Runbook: (\\w+)"), 1, read("prometheus-rules.yml")))
                .isEqualTo(alerts);
        assertThat(found(Pattern.compile("alertname: (\\w+)"), 1, read("prometheus-rules-test.yml")))
                .as("tested")
                .isEqualTo(alerts);
    }

    @Test
    void the_dashboard_has_panels_that_say_what_they_show_and_lie_side_by_side() throws IOException {
        JsonNode dashboard = JsonMapper.builder().build().readTree(read("grafana-dashboard.json"));
        Set<Integer> ids = new TreeSet<>();
        Set<String> taken = new TreeSet<>();

        for (JsonNode panel : dashboard.get("panels")) {
            String title = panel.get("title").asString();
            assertThat(ids.add(panel.get("id").asInt())).as("id of %s", title).isTrue();
            assertThat(panel.get("description").asString()).as(title).isNotBlank();
            assertThat(panel.get("datasource").get("uid").asString()).as(title).isEqualTo("${datasource}");
            assertThat(panel.get("fieldConfig").get("defaults").get("unit").asString())
                    .as(title)
                    .isNotBlank();
            assertThat(panel.get("targets")
                            .valueStream()
                            .map(target -> target.get("expr").asString()))
                    .as(title)
                    .isNotEmpty()
                    .allMatch(expr -> expr.contains("feature=~\"$feature\""));
            JsonNode place = panel.get("gridPos");
            int left = place.get("x").asInt();
            int top = place.get("y").asInt();
            assertThat(left + place.get("w").asInt()).as(title).isLessThanOrEqualTo(24);
            for (int x = left; x < left + place.get("w").asInt(); x++) {
                for (int y = top; y < top + place.get("h").asInt(); y++) {
                    assertThat(taken.add(x + ":" + y))
                            .as("%s lies on another", title)
                            .isTrue();
                }
            }
        }
        assertThat(ids).hasSizeGreaterThan(5);
    }

    @ParameterizedTest
    @ValueSource(strings = {"check rules prometheus-rules.yml", "test rules prometheus-rules-test.yml"})
    void promtool_agrees(String command) throws Exception {
        assumeTrue(
                Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "promtool"))),
                "promtool is not on the PATH: it is part of Debian's package prometheus");
        List<String> words = new ArrayList<>(List.of("promtool"));
        words.addAll(List.of(command.split(" ")));
        Process process = new ProcessBuilder(words)
                .directory(PAGES.toFile())
                .redirectErrorStream(true)
                .start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains("SUCCESS");
    }
}
