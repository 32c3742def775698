package dev.afloat.quality.text;

/** Whether a text went through a wrong encoding on its way. */
final class Encoding {
    private static final int FEWEST = 3;

    /** One in so many code points. */
    private static final int SHARE = 50;

    private static final int FEWEST_QUESTION_MARKS = 10;

    /** What bytes 0x80 to 0x9F are in windows-1252; 0 where it has nothing. */
    private static final String WINDOWS_1252 =
            "\u20AC\0\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\0\u017D\0"
                    + "\0\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\0\u017E\u0178";

    private Encoding() {}

    static boolean broken(String text) {
        int visible = 0;
        int replaced = 0;
        int misread = 0;
        int misreadCharacters = 0;
        int questionMarks = 0;
        int erAndEs = 0;
        int cyrillic = 0;
        int length = text.length();
        for (int at = 0; at < length; at++) {
            char c = text.charAt(at);
            if (c <= ' ') {
                continue;
            }
            visible++;
            if (c < 0x80) {
                questionMarks += c == '?' ? 1 : 0;
            } else if (c == '\uFFFD') {
                replaced++;
            } else if (c >= '\u0400' && c <= '\u04FF') {
                cyrillic++;
                erAndEs += c == '\u0420' || c == '\u0421' ? 1 : 0;
            } else {
                int read = sequence(text, at);
                if (read > 0) {
                    misread++;
                    misreadCharacters += read;
                    at += read - 1;
                    visible += read - 1;
                }
            }
        }
        return (replaced >= FEWEST && replaced * SHARE >= visible)
                || (misread >= FEWEST && misreadCharacters * SHARE >= visible)
                || (questionMarks >= FEWEST_QUESTION_MARKS && questionMarks * 10 > visible * 3)
                || (erAndEs >= FEWEST_QUESTION_MARKS && erAndEs * 10 > cyrillic * 3);
    }

    /** Returns how many characters from here on are the bytes of one character in UTF-8, read one by one; 0 if they are not. */
    private static int sequence(String text, int at) {
        int lead = octet(text.charAt(at));
        int more = lead >= 0xC2 && lead <= 0xDF
                ? 1
                : lead >= 0xE0 && lead <= 0xEF ? 2 : lead >= 0xF0 && lead <= 0xF4 ? 3 : 0;
        if (more == 0 || at + more >= text.length()) {
            return 0;
        }
        for (int i = 1; i <= more; i++) {
            int next = octet(text.charAt(at + i));
            if (next < 0x80 || next > 0xBF) {
                return 0;
            }
        }
        return more + 1;
    }

    private static int octet(char c) {
        if (c < 0x100) {
            return c;
        }
        int index = WINDOWS_1252.indexOf(c);
        return index < 0 ? -1 : 0x80 + index;
    }
}
