package dev.afloat.examples.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Reads files of the project, from whichever of its folders the tests run in. */
final class Pages {
    private Pages() {}

    static String read(String file) {
        try {
            return Files.readString(root().resolve(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
