package dev.afloat.quality.text;

import dev.afloat.quality.text.Passages.Piece;
import java.util.HashSet;
import java.util.Set;

/**
 * Whether a text in Latin letters is one of sentences. Brands, addresses and product names are in Latin letters in answers of every
 * language, and users of many scripts type in Latin letters.
 */
final class LatinSentences {
    private static final Set<String> SMALL_WORDS = read();

    private LatinSentences() {}

    /** Returns whether so many small words, which hold sentences together, are in these pieces. */
    static boolean in(CharSequence text, Iterable<Piece> pieces, int fewest) {
        int[] found = new int[1];
        StringBuilder word = new StringBuilder();
        for (Piece piece : pieces) {
            Tokenizer.tokenize(text, piece.from(), piece.to(), (start, end, glyph) -> {
                if (glyph == Glyph.LETTER && found[0] < fewest) {
                    word.setLength(0);
                    Folding.fold(text, start, end, word);
                    found[0] += SMALL_WORDS.contains(word.toString()) ? 1 : 0;
                }
            });
        }
        return found[0] >= fewest;
    }

    private static Set<String> read() {
        Set<String> words = new HashSet<>();
        for (String line : Resource.lines("latin-words.txt")) {
            for (String word : line.split(" +", -1)) {
                words.add(FoldedText.of(word, Integer.MAX_VALUE).toString().strip());
            }
        }
        return Set.copyOf(words);
    }
}
