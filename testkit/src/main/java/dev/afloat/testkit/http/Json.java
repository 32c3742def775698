package dev.afloat.testkit.http;

import org.jspecify.annotations.Nullable;

/** The little JSON that answers are made of. */
final class Json {
    private Json() {}

    /** Returns {@code text} as a JSON string; {@code null} for null. */
    static String text(@Nullable String text) {
        if (text == null) {
            return "null";
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (int i = 0; i < text.length(); i++) {
            char each = text.charAt(i);
            if (each == '"' || each == '\\') {
                quoted.append('\\').append(each);
            } else if (each < ' ') {
                quoted.append(String.format("\\u%04x", (int) each));
            } else {
                quoted.append(each);
            }
        }
        return quoted.append('"').toString();
    }
}
