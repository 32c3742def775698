package dev.afloat.examples.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** Reads files of the project, from whichever of its folders the tests run in. */
final class Pages {
    private static final Pattern SNIPPET = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

    private Pages() {}

    static String read(String file) {
        try {
            return Files.readString(root().resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the Java that a page shows, without its white space. */
    static List<String> snippets(String page) {
        return SNIPPET.matcher(read(page))
                .results()
                .map((MatchResult match) -> dense(match.group(1)))
                .toList();
    }

    /** Returns code without its white space, which the formatter changes. */
    static String dense(String code) {
        return code.replaceAll("\\s+", "");
    }

    static Path root() {
        Path folder = Path.of("").toAbsolutePath();
        while (!Files.exists(folder.resolve("README.md"))) {
            Path parent = folder.getParent();
            if (parent == null) {
                throw new IllegalStateException("No folder above this one holds the README");
            }
            folder = parent;
        }
        return folder;
    }
}
