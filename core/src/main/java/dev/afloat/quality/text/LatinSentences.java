package dev.afloat.quality.text;

import dev.afloat.quality.text.Passages.Piece;
import java.util.HashSet;
import java.util.Set;

/**
 * Whether a text in Latin letters is one of sentences. Brands, addresses and product names are in Latin letters in answers of every
 * language, and users of many scripts type in Latin letters.
 */
final class LatinSentences {
    private static final int FEWEST = 2;

    private static final Set<String> SMALL_WORDS = read();

    private LatinSentences() {}

    /** Returns whether there are small words in these pieces, which hold sentences together. */
    static boolean in(CharSequence text, Iterable<Piece> pieces) {
        int[] found = new int[1];
        StringBuilder word = new StringBuilder();
        for (Piece piece : pieces) {
            Tokenizer.tokenize(text, piece.from(), piece.to(), (start, end, glyph) -> {
                if (glyph == Glyph.LETTER && found[0] < FEWEST) {
                    word.setLength(0);
                    Folding.fold(text, start, end, word);
                    found[0] += SMALL_WORDS.contains(word.toString()) ? 1 : 0;
                }
            });
        }
        return found[0] >= FEWEST;
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
