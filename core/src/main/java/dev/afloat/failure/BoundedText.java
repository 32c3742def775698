package dev.afloat.failure;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The first part of a text: bodies and messages may be as long as somebody else likes. */
final class BoundedText {
    /** Characters, or bytes, that are looked at. */
    static final int LIMIT = 16 * 1024;

    private BoundedText() {}

    /** Returns the beginning of a text, however it comes; "" for what is none, such as a stream, which is not ours to read. */
    static String of(@Nullable Object value) {
        if (value instanceof String text) {
            return text.length() <= LIMIT ? text : text.substring(0, LIMIT);
        }
        if (value instanceof byte[] bytes) {
            return new String(bytes, 0, Math.min(bytes.length, LIMIT), StandardCharsets.UTF_8);
        }
        return "";
    }
}
