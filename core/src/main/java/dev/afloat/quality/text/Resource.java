package dev.afloat.quality.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Lists of words beside the classes that use them. */
final class Resource {
    private Resource() {}

    /** Returns the lines that are neither empty nor comments. */
    static List<String> lines(String name) {
        try (InputStream stream = Resource.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("The jar of afloat-core lacks " + name
                        + " beside its classes of this package. Keep its resources where it is repackaged.");
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(String::strip)
                    .filter(line -> !line.isEmpty() && !line.startsWith("#"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns a word as it begins in a {@link FoldedText}: with a space before it in scripts that put one there. */
    static String beginning(String word) {
        FoldedText folded = FoldedText.of(word, Integer.MAX_VALUE);
        String text = folded.toString();
        return folded.startsWithCharacter() ? text.strip() : text.stripTrailing();
    }
}
