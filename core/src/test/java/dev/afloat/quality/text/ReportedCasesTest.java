package dev.afloat.quality.text;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Answers that naive checks were reported to fail at, from a collection that lies beside the project, where it is there. */
class ReportedCasesTest {
    private static final Path CASES = Path.of("..", "..", "shared", "cases", "ai-calls.jsonl");
    private static final QualityCheck<String, String> CHECKS = TextQuality.ofDefaults();

    private static final String BLANK = "REJECTED 'blank'";
    private static final String LOOP = "REJECTED 'loop'";
    private static final String ACCEPTED = "ACCEPTED";

    /** What is said of each variant of a case. Schemas, and what JSON means, are for other checks: to these JSON is a text. */
    private static final Map<String, List<String>> EXPECTED = Map.ofEntries(
            Map.entry("A05", List.of(BLANK, ACCEPTED, BLANK)),
            Map.entry("A07", List.of(ACCEPTED)),
            Map.entry("A39", List.of(BLANK)),
            Map.entry("A41", List.of(BLANK)),
            Map.entry("A47", List.of(LOOP)),
            Map.entry("A49", List.of(LOOP)),
            Map.entry("A51", List.of(LOOP)),
            Map.entry("A53", List.of(ACCEPTED)), // documented: repetition inside of JSON is for its schema
            Map.entry("A55", List.of(ACCEPTED)),
            Map.entry("A57", List.of(ACCEPTED)),
            Map.entry("A59", List.of(ACCEPTED)),
            Map.entry("A61", List.of(ACCEPTED)),
            Map.entry("A63", List.of(ACCEPTED)),
            Map.entry("A65", List.of(ACCEPTED)),
            Map.entry("A67", List.of(ACCEPTED)),
            Map.entry("A69", List.of(ACCEPTED)),
            Map.entry("A71", List.of(ACCEPTED)),
            Map.entry("A73", List.of(ACCEPTED, ACCEPTED, ACCEPTED, ACCEPTED)),
            Map.entry("A75", List.of("REJECTED 'refusal' REFUSED")),
            Map.entry("A77", List.of("REJECTED 'prompt-echo'")),
            Map.entry("A79", List.of("REJECTED 'off-script'")),
            Map.entry("A81", List.of(ACCEPTED)),
            Map.entry("A83", List.of(LOOP)));

    private static Map<String, JsonNode> cases() throws IOException {
        assumeTrue(
                Files.exists(CASES),
                "The collection of reported cases is not there: nothing to hold the checks against");
        ObjectMapper mapper = new ObjectMapper();
        Map<String, JsonNode> cases = new TreeMap<>();
        for (String line : Files.readAllLines(CASES, StandardCharsets.UTF_8)) {
            JsonNode each = mapper.readTree(line);
            cases.put(each.get("id").asString(), each);
        }
        return cases;
    }

    private static List<String> answers(JsonNode input) {
        List<String> answers = new ArrayList<>();
        if (input.has("output")) {
            answers.add(input.get("output").asString());
        }
        if (input.has("output_gen")) {
            StringBuilder text = new StringBuilder();
            for (JsonNode part : input.get("output_gen")) {
                text.append(part.get(0).asString().repeat(part.get(1).asInt()));
            }
            answers.add(text.toString());
        }
        if (input.has("variants")) {
            for (JsonNode variant : input.get("variants")) {
                answers.add(variant.asString());
            }
        }
        return answers;
    }

    @Test
    void reported_answers_are_judged_as_decided() throws IOException {
        Map<String, JsonNode> cases = cases();
        EXPECTED.forEach((id, expected) -> {
            JsonNode input = requireNonNull(cases.get(id), id).get("input");
            List<String> verdicts = new ArrayList<>();
            for (String answer : answers(input)) {
                verdicts.add(CHECKS.check(input.get("query").asString(), answer).toString());
            }
            assertThat(verdicts).as(id).isEqualTo(expected);
        });
    }

    @Test
    void terms_are_found_in_the_answers_that_have_them() throws IOException {
        Map<String, JsonNode> cases = cases();
        Map<String, Double> atLeast = Map.of("A61", 0.3, "A63", 0.3, "A65", 0.8, "A67", 0.5, "A69", 0.5, "A71", 0.75);
        atLeast.forEach((id, share) -> {
            JsonNode input = requireNonNull(cases.get(id), id).get("input");
            Verdict verdict = Coherence.ofDefaults()
                    .minCoverage(share)
                    .check(input.get("query").asString(), answers(input).get(0));
            assertThat(verdict).as(id).isSameAs(Verdict.accepted());
        });
    }
}
