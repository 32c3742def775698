package dev.afloat.quality.text;

/**
 * Whether a text is JSON from its first bracket to its last, as far as its shape shows: brackets match, strings end, and between them
 * stands nothing but numbers, literals and signs. Not a parser: what passes may still be malformed. One pass, no recursion.
 */
final class Json {
    private static final int DEEPEST = 1000;

    private Json() {}

    static boolean shaped(String text, int from, int to) {
        char[] open = new char[DEEPEST];
        int depth = 0;
        boolean closed = false;
        for (int at = from; at < to; at++) {
            char c = text.charAt(at);
            if (c <= ' ' || c == '\uFEFF') {
                continue;
            }
            if (closed || (depth == 0 && c != '{' && c != '[')) {
                return false;
            }
            switch (c) {
                case '{', '[' -> {
                    if (depth == DEEPEST) {
                        return false;
                    }
                    open[depth++] = c;
                }
                case '}', ']' -> {
                    if (open[--depth] != (c == '}' ? '{' : '[')) {
                        return false;
                    }
                    closed = depth == 0;
                }
                case '"' -> {
                    at = endOfString(text, at, to);
                    if (at < 0) {
                        return false;
                    }
                }
                default -> {
                    if (!ofNumbersOrLiterals(c)) {
                        return false;
                    }
                }
            }
        }
        return closed;
    }

    private static int endOfString(String text, int from, int to) {
        for (int at = from + 1; at < to; at++) {
            char c = text.charAt(at);
            if (c == '"') {
                return at;
            }
            if (c == '\\') {
                at++;
            }
        }
        return -1;
    }

    private static boolean ofNumbersOrLiterals(char c) {
        return (c >= '0' && c <= '9') || "truefalsn,:.+-E".indexOf(c) >= 0;
    }
}
