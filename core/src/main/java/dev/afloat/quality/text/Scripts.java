package dev.afloat.quality.text;

import dev.afloat.quality.text.Passages.Piece;
import java.lang.Character.UnicodeScript;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The scripts that the letters of a text belong to. */
final class Scripts {
    /** Looked at, of each text: a script that comes later than this is not what the text is written in. */
    private static final int MOST = 4000;

    /** Of a question: a brand name alone does not say what it is written in. */
    private static final int FEWEST_ASKED = 4;

    /** Of an answer: a name or a word may well be in another script. */
    private static final int FEWEST_ANSWERED = 12;

    /** "van", "of", "der". */
    private static final int LONGEST_BETWEEN = 3;

    /** What stands inside of links, addresses and code, before a letter or one of these. */
    private static final String OF_ADDRESSES = "@/_.(:=";

    private static final String OF_CODE = "/)_\"'";

    private final Map<UnicodeScript, Integer> letters = new EnumMap<>(UnicodeScript.class);
    private int sum;

    private void add(CharSequence text, int from, int to) {
        for (int at = from; at < to && sum < MOST; ) {
            int cp = Character.codePointAt(text, at);
            at += Character.charCount(cp);
            Glyph glyph = Glyph.of(cp);
            if (glyph == Glyph.LETTER || glyph == Glyph.CHARACTER) {
                UnicodeScript script = familyOf(cp);
                if (script != UnicodeScript.COMMON && script != UnicodeScript.INHERITED) {
                    letters.merge(script, 1, Integer::sum);
                    sum++;
                }
            }
        }
    }

    /** What Japanese and Chinese write with counts as one. */
    private static UnicodeScript familyOf(int cp) {
        UnicodeScript script = cp < 0x80 ? UnicodeScript.LATIN : UnicodeScript.of(cp);
        return switch (script) {
            case HIRAGANA, KATAKANA, BOPOMOFO -> UnicodeScript.HAN;
            default -> script;
        };
    }

    private Set<UnicodeScript> all() {
        return letters.isEmpty() ? EnumSet.noneOf(UnicodeScript.class) : EnumSet.copyOf(letters.keySet());
    }

    /**
     * Returns whether the prose of an answer has not one letter of a script that the question is written in. Where one of the two is in Latin
     * letters, only if it is a sentence.
     */
    static boolean differ(CharSequence question, String answer, Iterable<Piece> prose) {
        Scripts asked = new Scripts();
        asked.add(question, 0, question.length());
        if (asked.sum < FEWEST_ASKED) {
            return false;
        }
        Scripts answered = new Scripts();
        for (Piece piece : prose) {
            answered.add(answer, piece.from(), piece.to());
        }
        Set<UnicodeScript> common = asked.all();
        common.retainAll(answered.all());
        return answered.sum >= FEWEST_ANSWERED
                && common.isEmpty()
                && words(answer, prose)
                && (!asked.mostlyLatin() || LatinSentences.in(question, List.of(new Piece(0, question.length())), 2))
                && (!answered.mostlyLatin() || LatinSentences.in(answer, prose, 1));
    }

    private boolean mostlyLatin() {
        return letters.getOrDefault(UnicodeScript.LATIN, 0) * 2 > sum;
    }

    /**
     * Returns whether there is a word, or several of the short ones that names have between. Names, models and places keep their script in every
     * language, so what begins with a capital letter or a digit is none, nor are links, addresses and code.
     */
    private static boolean words(String text, Iterable<Piece> prose) {
        int sum = 0;
        for (Piece piece : prose) {
            for (int from = piece.from(); from < piece.to(); ) {
                int to = from;
                while (to < piece.to() && Glyph.of(text.charAt(to)) != Glyph.SPACE) {
                    to++;
                }
                int letters = lettersOfWord(text, from, to);
                sum += letters;
                if (letters > LONGEST_BETWEEN || sum >= FEWEST_ANSWERED) {
                    return true;
                }
                from = to + 1;
            }
        }
        return false;
    }

    private static int lettersOfWord(String text, int from, int to) {
        int letters = 0;
        for (int at = from; at < to; ) {
            int cp = text.codePointAt(at);
            int next = at + Character.charCount(cp);
            Glyph glyph = Glyph.of(cp);
            boolean name = Character.isUpperCase(cp) || Character.isTitleCase(cp) || glyph == Glyph.DIGIT;
            if ((letters == 0 && name) || (next < to && OF_ADDRESSES.indexOf(cp) >= 0 && joins(text, next))) {
                return 0;
            }
            letters += glyph == Glyph.LETTER || glyph == Glyph.CHARACTER ? 1 : 0;
            at = next;
        }
        return letters;
    }

    private static boolean joins(String text, int at) {
        return OF_CODE.indexOf(text.charAt(at)) >= 0 || Glyph.of(text.codePointAt(at)) == Glyph.LETTER;
    }
}
