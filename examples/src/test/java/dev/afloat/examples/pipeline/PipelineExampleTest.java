package dev.afloat.examples.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class PipelineExampleTest {
    @Test
    void the_example_prints_what_the_guide_shows() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        new PipelineExample().print(new PrintStream(bytes, true, StandardCharsets.UTF_8));

        List<String> printed = bytes.toString(StandardCharsets.UTF_8)
                .lines()
                .filter(line -> line.startsWith("  "))
                .map(String::stripTrailing)
                .toList();
        assertThat(printed).hasSize(11);
        assertThat(Files.readString(Path.of("../docs/guides/pipelines.md")))
                .contains(String.join("\n", printed.subList(0, 10)));
    }
}
