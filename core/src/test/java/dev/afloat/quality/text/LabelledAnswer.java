package dev.afloat.quality.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** An answer somebody has read and called good or bad. */
record LabelledAnswer(String id, String language, String form, boolean good, String query, String answer) {

    /** Reads a set: one object per line, with {@code answer}, or {@code parts} of a text and how often it comes. */
    static List<LabelledAnswer> read(String set) {
        ObjectMapper mapper = new ObjectMapper();
        try (InputStream stream =
                Objects.requireNonNull(LabelledAnswer.class.getResourceAsStream("answers-" + set + ".jsonl"), set)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(mapper::readTree)
                    .map(LabelledAnswer::of)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static LabelledAnswer of(JsonNode line) {
        return new LabelledAnswer(
                line.get("id").asString(),
                line.get("language").asString(),
                line.get("form").asString(),
                line.get("label").asString().equals("good"),
                line.get("query").asString(),
                text(line));
    }

    private static String text(JsonNode line) {
        if (line.has("answer")) {
            return line.get("answer").asString();
        }
        StringBuilder text = new StringBuilder();
        for (JsonNode part : line.get("parts")) {
            text.append(part.get(0).asString().repeat(part.get(1).asInt()));
        }
        return text.toString();
    }
}
