package dev.afloat.quality.text;

/** What there is in a text besides words. */
final class Punctuation {
    /** An operator may be all that was asked for: {@code "=="}, {@code "->"}, {@code "[]"}. */
    private static final int LONGEST_OPERATOR = 3;

    private static final String OF_OPERATORS = "+-*/=<>&|^~%$@{}[]()\\#";

    /** {@code "!!!!…"}: dots that lead to a page number, and lines under a title, are no more than half of a text. */
    private static final int LONGEST_RUN = 50;

    private Punctuation() {}

    /** Returns whether a text has neither words nor numbers nor pictures, nor is one operator. */
    static boolean only(String text) {
        boolean[] token = new boolean[1];
        Tokenizer.tokenize(text, 0, text.length(), (start, end, glyph) -> token[0] = true);
        return !token[0] && !operator(text.strip());
    }

    private static boolean operator(String text) {
        int length = text.length();
        return length > 0
                && length <= LONGEST_OPERATOR
                && text.chars().allMatch(c -> OF_OPERATORS.indexOf(c) >= 0)
                && (length < LONGEST_OPERATOR || text.chars().distinct().count() > 1); // "---" is a line
    }

    /** Returns whether half of what is to be seen is one sign over and over. */
    static boolean running(String text) {
        int visible = 0;
        int run = 0;
        int longest = 0;
        char before = 0;
        for (int at = 0; at < text.length(); at++) {
            char c = text.charAt(at);
            if (c <= ' ') {
                continue;
            }
            visible++;
            run = c != before ? 1 : run + 1;
            before = c;
            if (run > longest && Glyph.of(c) == Glyph.OTHER) {
                longest = run;
            }
        }
        return longest >= LONGEST_RUN && longest * 2 > visible;
    }
}
