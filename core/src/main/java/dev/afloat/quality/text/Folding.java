package dev.afloat.quality.text;

import java.text.Normalizer;

/**
 * Makes equal what readers take for the same: upper and lower case, composed and decomposed letters, full and half width, with and without
 * accents. Vowel signs stay where they are letters to their readers (Devanagari, Thai). No locale has a say.
 */
final class Folding {
    /** Reordering of marks takes quadratic time in their number, so a piece that nobody would write is cut. */
    private static final int LONGEST = 64;

    private Folding() {}

    /** Appends one token, folded; what is beyond its first {@value #LONGEST} characters is left out. */
    static void fold(CharSequence text, int from, int to, StringBuilder into) {
        int end = Math.min(to, from + LONGEST);
        boolean whole = true;
        for (int i = from; i < end && whole; i++) {
            whole = indivisible(text.charAt(i));
        }
        if (whole) {
            plain(text, from, end, into);
        } else {
            plain(Normalizer.normalize(text.subSequence(from, end), Normalizer.Form.NFKD), into);
        }
    }

    /** Returns whether a character is known to have no parts, so that the normalizer need not be asked. */
    private static boolean indivisible(char c) {
        return c < 0x80 || (c >= 0x4E00 && c <= 0x9FFF) || (c >= 0x0E01 && c <= 0x0E5B && c != 0x0E33);
    }

    private static void plain(CharSequence text, StringBuilder into) {
        plain(text, 0, text.length(), into);
    }

    private static void plain(CharSequence text, int from, int to, StringBuilder into) {
        for (int at = from; at < to; ) {
            int cp = Character.codePointAt(text, at);
            at += Character.charCount(cp);
            Glyph glyph = Glyph.of(cp);
            if (glyph.begins() || (glyph == Glyph.MARK && !accent(cp))) {
                into.appendCodePoint(lower(cp));
            }
        }
    }

    /** By way of upper case, so that both small sigmas are one. */
    static int lower(int cp) {
        if (cp < 0x80) {
            return cp >= 'A' && cp <= 'Z' ? cp + 0x20 : cp;
        }
        return Character.toLowerCase(Character.toUpperCase(cp));
    }

    /** Marks that the writers of a script may leave out: accents, Hebrew points, Arabic vowels. */
    private static boolean accent(int cp) {
        return (cp >= 0x0300 && cp <= 0x036F)
                || (cp >= 0x0591 && cp <= 0x05C7)
                || (cp >= 0x0610 && cp <= 0x061A)
                || (cp >= 0x064B && cp <= 0x065F)
                || cp == 0x0670
                || (cp >= 0x1AB0 && cp <= 0x1AFF)
                || (cp >= 0x1DC0 && cp <= 0x1DFF)
                || (cp >= 0x20D0 && cp <= 0x20FF)
                || (cp >= 0xFE20 && cp <= 0xFE2F);
    }
}
