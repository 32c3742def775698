package dev.afloat.quality.text;

/** Whether a text went through a wrong encoding on its way. */
final class Encoding {
    private static final int FEWEST = 3;

    /** One in so many characters. */
    private static final int SHARE = 50;

    /** Of signs that good texts have too, but not so many of them. */
    private static final int FEWEST_OF_ORDINARY = 10;

    /** What bytes 0x80 to 0x9F are in windows-1252; 0 where it has nothing. */
    private static final String WINDOWS_1252 =
            "\u20AC\0\u201A\u0192\u201E\u2026\u2020\u2021\u02C6\u2030\u0160\u2039\u0152\0\u017D\0"
                    + "\0\u2018\u2019\u201C\u201D\u2022\u2013\u2014\u02DC\u2122\u0161\u203A\u0153\0\u017E\u0178";

    private final String text;
    private int visible;
    private int replaced;
    private int misread;
    private int misreadCharacters;
    private int questionMarks;
    private int cyrillic;
    private int erAndEs;
    private int ascii;
    private int accented;
    private int escaped;

    private Encoding(String text) {
        this.text = text;
    }

    static boolean broken(String text) {
        Encoding encoding = new Encoding(text);
        encoding.count();
        return encoding.broken();
    }

    private void count() {
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c <= ' ') {
                continue;
            }
            visible++;
            if (c < 0x80) {
                questionMarks += c == '?' ? 1 : 0;
                ascii += Character.isLetter(c) ? 1 : 0;
                escaped += c == '\\' && text.startsWith("u", at + 1) && hexadecimal(at + 2) ? 1 : 0;
            } else if (c == '\uFFFD') {
                replaced++;
            } else if (c >= '\u0400' && c <= '\u04FF') {
                cyrillic++;
                erAndEs += c == '\u0420' || c == '\u0421' ? 1 : 0;
            } else {
                accented += c <= '\u00FF' && Character.isLetter(c) ? 1 : 0;
                int read = sequence(text, at);
                if (read > 0) {
                    misread++;
                    misreadCharacters += read;
                    at += read - 1;
                    visible += read - 1;
                }
            }
        }
    }

    private boolean hexadecimal(int from) {
        if (from + 4 > text.length()) {
            return false;
        }
        for (int at = from; at < from + 4; at++) {
            if (Character.digit(text.charAt(at), 16) < 0) {
                return false;
            }
        }
        return true;
    }

    private boolean broken() {
        return (replaced >= FEWEST && replaced * SHARE >= visible)
                || (misread >= FEWEST && misreadCharacters * SHARE >= visible)
                || many(questionMarks, visible, 3)
                || many(erAndEs, cyrillic, 3) // UTF-8 read as windows-1251: half of the letters are these two
                || many(accented, ascii + accented, 6) // a Cyrillic code page read as a western one
                || many(escaped * 6, visible, 6); // escapes that nobody decoded
    }

    private static boolean many(int count, int all, int tenths) {
        return count >= FEWEST_OF_ORDINARY && count * 10L > (long) all * tenths;
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
