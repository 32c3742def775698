package dev.afloat.micrometer;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** How operators were reported to have been kept in the dark, from a collection that lies beside the project, where it is there. */
final class ReportedCases {
    private static final Path CASES = Path.of("..", "..", "..", "shared", "cases", "ai-calls.jsonl");
    private static final Pattern NUMBER = Pattern.compile("\\b\\d[\\d,]*\\b");

    private final Map<String, JsonNode> inputs = new TreeMap<>();

    private ReportedCases() {}

    /** Reads the cases about operations; skips the test if there is no such collection. */
    static ReportedCases ofOperations() throws IOException {
        assumeTrue(
                Files.exists(CASES),
                "The collection of reported cases is not there: nothing to hold metrics, events and the log against");
        ReportedCases cases = new ReportedCases();
        ObjectMapper mapper = new ObjectMapper();
        for (String line : Files.readAllLines(CASES, StandardCharsets.UTF_8)) {
            JsonNode each = mapper.readTree(line);
            if (each.get("area").asString().equals("F")) {
                cases.inputs.put(each.get("id").asString(), each.get("input"));
            }
        }
        return cases;
    }

    Set<String> ids() {
        return inputs.keySet();
    }

    /** Returns one part of what is given in a case, such as its {@code setup}. */
    String text(String id, String part) {
        return requireNonNull(inputs.get(id), id).get(part).asString();
    }

    /** Returns the numbers that stand in a text, in order. */
    static int[] numbers(String text) {
        return NUMBER.matcher(text)
                .results()
                .map((MatchResult found) -> found.group().replace(",", ""))
                .flatMapToInt(found -> IntStream.of(Integer.parseInt(found)))
                .toArray();
    }
}
