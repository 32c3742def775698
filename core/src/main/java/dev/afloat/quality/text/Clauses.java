package dev.afloat.quality.text;

import java.util.ArrayList;
import java.util.List;

/** The clauses a short text begins with, folded: what stands between punctuation. */
final class Clauses {
    /** A longer answer goes on to say something. */
    private static final int LONGEST = 1_200;

    private static final int LONGEST_WEIGHT = 240;

    /** In which a refusal comes, if it comes: words, or twice as many characters of scripts without spaces. */
    private static final int HEAD_WEIGHT = 120;

    private static final String BETWEEN = ".!?,;:\n()–—…、。，！？；：।؟،؛۔";
    private static final String OPENING = "\"“„«「『`‘";
    private static final String CLOSING = "\"”“»」』`’";

    private Clauses() {}

    /** Returns what an answer says itself, without what it quotes; nothing if it is longer than a refusal is. */
    static List<String> said(CharSequence answer) {
        return of(answer, true);
    }

    /** Returns the clauses of a question, quotations included. */
    static List<String> asked(CharSequence question) {
        return of(question, false);
    }

    private static List<String> of(CharSequence text, boolean skipQuotes) {
        List<String> clauses = new ArrayList<>();
        int length = visible(text);
        if (length > LONGEST) {
            return clauses;
        }
        int from = 0;
        int weight = 0;
        for (int at = 0; at < length; at++) {
            char c = text.charAt(at);
            boolean mark = OPENING.indexOf(c) >= 0;
            int quoted = mark && skipQuotes ? endOfQuote(text, at) : -1;
            if (quoted >= 0 || (mark && !skipQuotes) || BETWEEN.indexOf(c) >= 0) {
                weight += add(text, from, at, weight < HEAD_WEIGHT, clauses);
                at = Math.max(at, quoted);
                from = at + 1;
            }
        }
        weight += add(text, from, length, weight < HEAD_WEIGHT, clauses);
        return weight > LONGEST_WEIGHT ? List.of() : clauses;
    }

    /** Returns where what is to be seen ends. */
    private static int visible(CharSequence text) {
        int length = text.length();
        while (length > 0 && Glyph.of(text.charAt(length - 1)).invisible()) {
            length--;
        }
        return length;
    }

    private static int endOfQuote(CharSequence text, int from) {
        char open = text.charAt(from);
        for (int at = from + 1; at < text.length() && at < from + LONGEST && text.charAt(at) != '\n'; at++) {
            char c = text.charAt(at);
            boolean same = open == '"' || open == '`';
            boolean close = same ? c == open : CLOSING.indexOf(c) >= 0;
            if (close) {
                return at;
            }
        }
        return -1;
    }

    /** Returns what it weighs: 2 for a word, 1 for a character. */
    private static int add(CharSequence text, int from, int to, boolean head, List<String> clauses) {
        FoldedText folded = FoldedText.of(text.subSequence(from, to), LONGEST);
        if (head && folded.tokens() > 0) {
            clauses.add(folded.toString());
        }
        return folded.weight();
    }
}
