package dev.afloat.failure;

import org.jspecify.annotations.Nullable;

/**
 * Finds the error in the JSON of an answer: the member {@code error} of the outermost object, which is an object or a text. Looks for
 * no other, since what is further inside may be what the model wrote.
 */
final class ErrorBody {
    private static final String NAME = "error";

    private final String text;
    private int at;

    private ErrorBody(String text) {
        this.text = text;
    }

    /** Returns the text from the error on, to the end of what there is of it; null if there is none. */
    static @Nullable String in(String text) {
        ErrorBody body = new ErrorBody(text);
        body.skip('[');
        return body.skip('{') ? body.member() : null;
    }

    private @Nullable String member() {
        int depth = 1;
        while (at < text.length() && depth > 0) {
            char c = text.charAt(at);
            if (c == '"') {
                String word = quoted();
                if (depth == 1 && NAME.equals(word) && skip(':')) {
                    blanks();
                    return error();
                }
                continue;
            }
            switch (c) {
                case '{', '[' -> depth++;
                case '}', ']' -> depth--;
                default -> {}
            }
            at++;
        }
        return null;
    }

    private @Nullable String error() {
        if (at >= text.length() || (text.charAt(at) != '{' && text.charAt(at) != '"')) {
            return null;
        }
        int start = at;
        if (text.charAt(at) == '"' && quoted().isBlank()) {
            return null;
        }
        at = start;
        return closed();
    }

    /** From an opening brace or quote to where it is closed. */
    private String closed() {
        int start = at;
        int depth = 0;
        do {
            char c = text.charAt(at);
            if (c == '"') {
                quoted();
            } else {
                depth += c == '{' ? 1 : c == '}' ? -1 : 0;
                at++;
            }
        } while (depth > 0 && at < text.length());
        return text.substring(start, at);
    }

    /** Goes past a quoted text; returns what is in it. */
    private String quoted() {
        int start = ++at;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        int end = Math.min(at, text.length());
        at = Math.min(end + 1, text.length());
        return text.substring(start, end);
    }

    private boolean skip(char expected) {
        blanks();
        boolean there = at < text.length() && text.charAt(at) == expected;
        at += there ? 1 : 0;
        return there;
    }

    private void blanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
