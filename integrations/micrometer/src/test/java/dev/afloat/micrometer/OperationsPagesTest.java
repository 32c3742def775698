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
