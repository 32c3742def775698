package dev.afloat.quality.text;

/**
 * Cuts a text into words, numbers, single characters of scripts without spaces, and pictures. Works on code points in one pass without
 * recursion, in any script, and takes broken surrogate pairs for punctuation.
 */
final class Tokenizer {

    /** Takes tokens. */
    interface Sink {
        /**
         * Takes the next token.
         *
         * @param start where it begins in the text
         * @param end where it ends, exclusive; marks that belong to it are inside, and so may be invisible characters
         * @param glyph what it consists of: {@code LETTER} for words (digits inside of them included), {@code DIGIT} for numbers, {@code
         *     CHARACTER} or {@code SYMBOL} for one of these
         */
        void token(int start, int end, Glyph glyph);
    }

    private Tokenizer() {}

    static void tokenize(CharSequence text, int from, int to, Sink sink) {
        int start = -1;
        int end = from; // of what is certain to belong to the token
        Glyph kind = Glyph.OTHER;
        for (int at = from; at < to; ) {
            int cp = Character.codePointAt(text, at);
            int next = at + Character.charCount(cp);
            Glyph glyph = Glyph.of(cp);
            if (glyph.begins()) {
                if (start >= 0 && joins(kind, glyph)) {
                    kind = glyph == Glyph.LETTER ? glyph : kind;
                } else {
                    if (start >= 0) {
                        sink.token(start, end, kind);
                    }
                    start = at;
                    kind = glyph;
                }
                end = next;
            } else if (start >= 0) {
                if (glyph == Glyph.MARK) {
                    end = next;
                } else if (glyph != Glyph.IGNORED && (glyph != Glyph.JOINER || kind != Glyph.LETTER)) {
                    sink.token(start, end, kind);
                    start = -1;
                }
            }
            at = next;
        }
        if (start >= 0) {
            sink.token(start, end, kind);
        }
    }

    private static boolean joins(Glyph kind, Glyph next) {
        return (kind == Glyph.LETTER || kind == Glyph.DIGIT) && (next == Glyph.LETTER || next == Glyph.DIGIT);
    }
}
