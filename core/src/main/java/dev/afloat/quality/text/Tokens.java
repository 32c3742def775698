package dev.afloat.quality.text;

import dev.afloat.quality.text.Passages.Piece;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * The tokens of a text as numbers: equal ones have the same. Case is folded, accents are not: what a model repeats it repeats exactly.
 *
 * <p>A token longer than anybody's word is taken apart into its characters, so that {@code "aaaa…"} is seen for what it is.
 */
final class Tokens {
    /** The longest German compounds have some 80 letters, but what is longer than this is a link, a key or a loop. */
    private static final int LONGEST_WORD = 40;

    private static final int LONGEST_NUMBER = 100;

    private static final byte CHARACTER = 1;
    private static final byte WORD = 2;
    private static final byte NUMBER = 3;

    private final String text;
    private final Map<String, Integer> known = new HashMap<>();
    private final StringBuilder folded = new StringBuilder();
    private int[] ids = new int[64];
    private byte[] kinds = new byte[64];
    private int[] starts = new int[64];
    private int[] ends = new int[64];
    private int count;

    private Tokens(String text) {
        this.text = text;
    }

    /** Returns the tokens of these pieces of the text, one piece after the other. */
    static Tokens of(String text, Iterable<Piece> pieces) {
        Tokens tokens = new Tokens(text);
        for (Piece piece : pieces) {
            Tokenizer.tokenize(text, piece.from(), piece.to(), tokens::token);
        }
        return tokens;
    }

    private void token(int start, int end, Glyph glyph) {
        if (end - start > (glyph == Glyph.DIGIT ? LONGEST_NUMBER : LONGEST_WORD)) {
            byte kind = glyph == Glyph.DIGIT ? NUMBER : CHARACTER;
            for (int at = start; at < end; ) {
                int cp = text.codePointAt(at);
                int next = at + Character.charCount(cp);
                if (Glyph.of(cp) != Glyph.IGNORED) {
                    put(ofCharacter(Folding.lower(cp)), kind, at, next);
                }
                at = next;
            }
        } else if (glyph == Glyph.CHARACTER && end - start == 1) {
            put(ofCharacter(text.charAt(start)), CHARACTER, start, end);
        } else {
            byte kind = switch (glyph) {
                case LETTER -> WORD;
                case DIGIT -> NUMBER;
                default -> CHARACTER;
            };
            put(intern(start, end), kind, start, end);
        }
    }

    /** Characters have numbers of their own, below those of words. */
    private static int ofCharacter(int cp) {
        return -1 - cp;
    }

    private int intern(int start, int end) {
        folded.setLength(0);
        for (int at = start; at < end; ) {
            int cp = text.codePointAt(at);
            at += Character.charCount(cp);
            if (cp < 0x80 || Glyph.of(cp) != Glyph.IGNORED) { // what nobody sees makes no other word of it
                folded.appendCodePoint(Folding.lower(cp));
            }
        }
        return known.computeIfAbsent(folded.toString(), token -> known.size());
    }

    private void put(int id, byte kind, int start, int end) {
        if (count == ids.length) {
            int more = count * 2;
            ids = Arrays.copyOf(ids, more);
            kinds = Arrays.copyOf(kinds, more);
            starts = Arrays.copyOf(starts, more);
            ends = Arrays.copyOf(ends, more);
        }
        ids[count] = id;
        kinds[count] = kind;
        starts[count] = start;
        ends[count] = end;
        count++;
    }

    int count() {
        return count;
    }

    int id(int index) {
        return ids[index];
    }

    boolean number(int index) {
        return kinds[index] == NUMBER;
    }

    boolean character(int index) {
        return kinds[index] == CHARACTER;
    }

    /** Returns where the token begins in the text. */
    int start(int index) {
        return starts[index];
    }

    /** Returns where the token ends in the text. */
    int end(int index) {
        return ends[index];
    }

    /** Returns how much a token weighs: a word 2, a character of a script without spaces half as much. */
    int weight(int index) {
        return kinds[index] == CHARACTER ? 1 : 2;
    }

    /** Returns what a number comes to; of a very long one, its last digits. */
    long value(int index) {
        long value = 0;
        for (int at = starts[index]; at < ends[index]; at++) {
            value = value * 10 + Character.digit(text.charAt(at), 10);
        }
        return value;
    }
}
