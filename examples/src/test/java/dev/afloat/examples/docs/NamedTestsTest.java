package dev.afloat.examples.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Pages that say "held by" some test name one that exists. */
class NamedTestsTest {
    private static final Pattern NAME = Pattern.compile("`(\\w+Test)`");

    @Test
    void every_test_that_a_page_names_exists() throws IOException {
        Set<String> tests = files(".java").stream()
                .map(path -> path.getFileName().toString().replace(".java", ""))
                .collect(Collectors.toSet());

        for (Path page : files(".md")) {
            List<String> named = NAME.matcher(Files.readString(page))
                    .results()
                    .map((MatchResult match) -> match.group(1))
                    .toList();
            assertThat(tests).as(page.toString()).containsAll(named);
        }
    }

    private static List<Path> files(String ending) throws IOException {
        try (Stream<Path> files = Files.walk(Pages.root())) {
            return files.filter(path -> path.toString().endsWith(ending))
                    .filter(path -> !path.toString().contains("/target/"))
                    .toList();
        }
    }
}
