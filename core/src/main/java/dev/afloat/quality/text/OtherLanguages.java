package dev.afloat.quality.text;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Whether a question is about languages: a translation is no wrong answer for being in another script. */
final class OtherLanguages {
    private static final int MOST_TOKENS = 2000;

    /** Folded, with the space before them that words begin with; none where no spaces are written. */
    private static final List<String> BEGINNINGS = read();

    private OtherLanguages() {}

    static boolean askedFor(CharSequence question) {
        FoldedText folded = FoldedText.of(question, MOST_TOKENS);
        return BEGINNINGS.stream().anyMatch(folded::contains);
    }

    private static List<String> read() {
        List<String> beginnings = new ArrayList<>();
        for (String line : text().split("\n", -1)) {
            if (!line.startsWith("#")) {
                for (String word : line.strip().split(" +", -1)) {
                    if (!word.isEmpty()) {
                        beginnings.add(beginning(word));
                    }
                }
            }
        }
        return List.copyOf(beginnings);
    }

    private static String beginning(String word) {
        String folded = FoldedText.of(word, 1 << 10).toString();
        boolean spaced = Glyph.of(word.codePointAt(0)) != Glyph.CHARACTER;
        return spaced ? folded.stripTrailing() : folded.strip();
    }

    private static String text() {
        try (InputStream stream = Objects.requireNonNull(
                OtherLanguages.class.getResourceAsStream("other-languages.txt"), "other-languages.txt")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
