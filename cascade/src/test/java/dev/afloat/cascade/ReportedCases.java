package dev.afloat.cascade;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** What caches were reported to do wrong, from a collection that lies beside the project, where it is there. */
final class ReportedCases {
    private static final Path CASES = Path.of("..", "..", "shared", "cases", "ai-calls.jsonl");
    private static final Pattern AMOUNT = Pattern.compile("(\\d+) (s|min|h|threads)\\b");
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private final Map<String, JsonNode> inputs;

    private ReportedCases(Map<String, JsonNode> inputs) {
        this.inputs = inputs;
    }

    /** Reads the cases about caching; skips the test if there is no such collection. */
    static ReportedCases ofCaching() throws IOException {
        assumeTrue(
                Files.exists(CASES),
                "The collection of reported cases is not there: nothing to hold the cache against");
        Map<String, JsonNode> inputs = new TreeMap<>();
        for (String line : Files.readAllLines(CASES, StandardCharsets.UTF_8)) {
            JsonNode each = MAPPER.readTree(line);
            if (each.get("area").asString().equals("D")) {
                inputs.put(each.get("id").asString(), each.get("input"));
            }
        }
        return new ReportedCases(inputs);
    }

    Map<String, JsonNode> all() {
        return inputs;
    }

    JsonNode input(String id) {
        return requireNonNull(inputs.get(id), id);
    }

    /** Returns the lists, maps, texts, numbers and nulls that {@code node} stands for. */
    static Object value(JsonNode node) {
        return MAPPER.treeToValue(node, Object.class);
    }

    /** Returns what stands in a scenario in numbers, in order: its durations. */
    static List<Duration> durations(String text) {
        List<Duration> found = new ArrayList<>();
        for (MatchResult amount : AMOUNT.matcher(text).results().toList()) {
            long number = Long.parseLong(amount.group(1));
            switch (amount.group(2)) {
                case "s" -> found.add(Duration.ofSeconds(number));
                case "min" -> found.add(Duration.ofMinutes(number));
                case "h" -> found.add(Duration.ofHours(number));
                default -> {}
            }
        }
        return found;
    }

    /** Returns what the scenario calls so many threads. */
    static int threads(String text) {
        return AMOUNT.matcher(text)
                .results()
                .filter(amount -> amount.group(2).equals("threads"))
                .mapToInt(amount -> Integer.parseInt(amount.group(1)))
                .findFirst()
                .orElseThrow();
    }
}
