package dev.afloat.quality.text;

import java.lang.Character.UnicodeScript;
import java.util.EnumSet;
import java.util.Set;

/** What a code point is to a tokeniser. Depends on nothing but the JDK's Unicode tables: no locale, no dictionary. */
enum Glyph {
    /** Part of a word of a script that puts spaces between words. */
    LETTER,
    DIGIT,
    /** Of a script without spaces between words: a token by itself. */
    CHARACTER,
    /** An emoji, an arrow, infinity: a token by itself. */
    SYMBOL,
    /** Belongs to what stands before it. */
    MARK,
    /** An apostrophe: joins the letters around it. */
    JOINER,
    /** Not there for a reader: format and direction marks, selectors. */
    IGNORED,
    SPACE,
    /** Everything else: punctuation, lines, controls, broken halves of surrogate pairs. */
    OTHER;

    private static final Set<UnicodeScript> WITHOUT_SPACES = EnumSet.of(
            UnicodeScript.HAN,
            UnicodeScript.HIRAGANA,
            UnicodeScript.KATAKANA,
            UnicodeScript.BOPOMOFO,
            UnicodeScript.YI,
            UnicodeScript.THAI,
            UnicodeScript.LAO,
            UnicodeScript.KHMER,
            UnicodeScript.MYANMAR,
            UnicodeScript.TAI_LE,
            UnicodeScript.NEW_TAI_LUE,
            UnicodeScript.TAI_THAM,
            UnicodeScript.TAI_VIET,
            UnicodeScript.BALINESE,
            UnicodeScript.JAVANESE);

    /** Stars, hands, faces: from here on a symbol is a picture. Below is what boxes and bars are drawn with. */
    private static final int FIRST_PICTURE = 0x2600;

    private static final int FIRST_ARROW = 0x2190;
    private static final int LAST_OF_MATHEMATICS = 0x22FF;

    private static final int FIRST_WITHOUT_SPACES = 0x0E00; // Thai

    static Glyph of(int cp) {
        if (cp < 0x80) {
            return ascii(cp);
        }
        if (cp == 0x2019 || cp == 0x02BC) {
            return JOINER;
        }
        if (cp == 0x034F || (cp >= 0xFE00 && cp <= 0xFE0F) || (cp >= 0xE0100 && cp <= 0xE01EF)) {
            return IGNORED; // the grapheme joiner, variation selectors
        }
        if (cp == 0xFF9E || cp == 0xFF9F) {
            return MARK; // the voice of half-width Kana, which Unicode calls letters
        }
        if (cp == 0x115F || cp == 0x1160 || cp == 0x3164 || cp == 0xFFA0) {
            return SPACE; // Hangul fillers, which Unicode calls letters
        }
        return switch (Character.getType(cp)) {
            case Character.UPPERCASE_LETTER,
                    Character.LOWERCASE_LETTER,
                    Character.TITLECASE_LETTER,
                    Character.MODIFIER_LETTER,
                    Character.OTHER_LETTER,
                    Character.LETTER_NUMBER -> withoutSpaces(cp) ? CHARACTER : LETTER;
            case Character.DECIMAL_DIGIT_NUMBER, Character.OTHER_NUMBER -> DIGIT;
            case Character.NON_SPACING_MARK, Character.COMBINING_SPACING_MARK, Character.ENCLOSING_MARK -> MARK;
            case Character.MODIFIER_SYMBOL -> cp >= 0x1F3FB && cp <= 0x1F3FF ? MARK : OTHER; // skin tones
            case Character.OTHER_SYMBOL, Character.MATH_SYMBOL -> picture(cp) ? SYMBOL : OTHER;
            case Character.FORMAT -> IGNORED;
            case Character.SPACE_SEPARATOR, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> SPACE;
            default -> cp == 0x85 ? SPACE : OTHER;
        };
    }

    private static Glyph ascii(int cp) {
        if ((cp >= 'a' && cp <= 'z') || (cp >= 'A' && cp <= 'Z')) {
            return LETTER;
        }
        if (cp >= '0' && cp <= '9') {
            return DIGIT;
        }
        if (cp == ' ' || (cp >= '\t' && cp <= '\r') || (cp >= 0x1C && cp <= 0x1F)) {
            return SPACE;
        }
        return cp == '\'' ? JOINER : OTHER;
    }

    private static boolean picture(int cp) {
        return cp >= FIRST_PICTURE
                ? cp < 0xFF00 || cp > 0xFFFD // signs of full width, a missing object, a broken character
                : cp >= FIRST_ARROW && cp <= LAST_OF_MATHEMATICS;
    }

    private static boolean withoutSpaces(int cp) {
        if (cp < FIRST_WITHOUT_SPACES || (cp >= 0xAC00 && cp <= 0xD7FF)) {
            return false;
        }
        return (cp >= 0x3040 && cp <= 0x9FFF) || WITHOUT_SPACES.contains(UnicodeScript.of(cp));
    }

    /** Returns whether a token may begin here. */
    boolean begins() {
        return this == LETTER || this == DIGIT || this == CHARACTER || this == SYMBOL;
    }

    /** Returns whether there is nothing to see. */
    boolean invisible() {
        return this == SPACE || this == IGNORED || this == MARK;
    }
}
