package dev.afloat.quality.text;

import dev.afloat.quality.text.Passages.Piece;
import java.util.Arrays;

/** What there is in a text besides words. */
final class Punctuation {
    /** An operator may be all that was asked for: {@code "=="}, {@code "->"}, {@code "[]"}. */
    private static final int LONGEST_OPERATOR = 3;

    private static final String OF_OPERATORS = "+-*/=<>&|^~%$@{}[]()\\#:;";

    /** What lines, boxes and pictures are drawn with. */
    private static final String DRAWN = "-=_+|*/\\#~<>^()[]{}:.'`";

    private static final int SHORTEST_LINE = 10;
    private static final int LONGEST_LINE = 120;
    private static final int FEWEST_LINES = 3;

    /** {@code "!!!!…"}: dots that lead to a page number, and lines under a title, are no more than half of a text. */
    private static final int LONGEST_RUN = 50;

    private static final int FEWEST_REPEATS = 12;

    private Punctuation() {}

    /** Returns whether a text has neither words nor numbers nor pictures, and is neither an operator nor a drawing. */
    static boolean only(String text) {
        boolean[] token = new boolean[1];
        Tokenizer.tokenize(text, 0, text.length(), (start, end, glyph) -> token[0] = true);
        String visible = text.strip();
        boolean code = visible.length() > 2 && visible.startsWith("`") && visible.endsWith("`");
        String sign = code ? visible.substring(1, visible.length() - 1).strip() : visible;
        return !token[0] && !operator(sign) && !drawing(visible);
    }

    /** A divider, or a sketch of three lines. */
    private static boolean drawing(String text) {
        if (!text.codePoints().allMatch(cp -> cp <= ' ' || drawn(cp))) {
            return false;
        }
        long lines = text.lines().filter(line -> !line.isBlank()).count();
        long signs = text.chars().filter(c -> c > ' ').distinct().count();
        return lines == 1 ? divider(text) : lines >= FEWEST_LINES && signs > 1 && text.length() <= LONGEST_LINE * lines;
    }

    /** One sign that lines are drawn with, across a page at most. */
    private static boolean divider(String text) {
        if (text.length() < SHORTEST_LINE || text.length() > LONGEST_LINE || text.charAt(0) == '.') {
            return false;
        }
        char sign = text.charAt(0);
        return drawn(sign) && text.chars().allMatch(c -> c == sign);
    }

    private static boolean drawn(int cp) {
        return DRAWN.indexOf(cp) >= 0 || (cp >= 0x2500 && cp <= 0x259F);
    }

    private static boolean operator(String text) {
        int length = text.length();
        return length > 0
                && length <= LONGEST_OPERATOR
                && text.chars().allMatch(c -> OF_OPERATORS.indexOf(halfWidth(c)) >= 0)
                && (length < LONGEST_OPERATOR || text.chars().distinct().count() > 1); // "---" is a line
    }

    private static int halfWidth(int c) {
        return c >= 0xFF01 && c <= 0xFF5E ? c - 0xFEE0 : c;
    }

    /**
     * Returns whether half of what is to be seen in these pieces is the same few signs over and over: {@code "!!!!…"}, {@code "|---|---…"}. Not
     * of a divider, if there is nothing else.
     */
    static boolean running(String text, Iterable<Piece> pieces) {
        if (divider(text.strip())) {
            return false;
        }
        int visible = 0;
        int count = 0;
        long[] signs = new long[16];
        for (Piece piece : pieces) {
            for (int at = piece.from(); at < piece.to(); at++) {
                char c = text.charAt(at);
                if (c > ' ') {
                    visible++;
                    boolean sign = Glyph.of(c) == Glyph.OTHER;
                    if (sign || (count > 0 && signs[count - 1] >= 0)) {
                        if (count == signs.length) {
                            signs = Arrays.copyOf(signs, count * 2);
                        }
                        signs[count++] = sign ? c : -1 - at; // what is no sign is like nothing else
                    }
                }
            }
        }
        int half = visible / 2;
        boolean[] found = new boolean[1];
        if (count > half) {
            Loops.find(
                    signs,
                    count,
                    FEWEST_REPEATS,
                    (from, to, period) -> found[0] |= to - from >= LONGEST_RUN && to - from > half);
        }
        return found[0];
    }
}
