package dev.afloat.testkit.http;

import org.jspecify.annotations.Nullable;

/** Whose words a response is made of. */
enum Dialect {
    OPEN_AI,
    ANTHROPIC;

    /** Returns the one that is spoken at {@code path}; null if none is. */
    static @Nullable Dialect ofPath(String path) {
        return switch (path.split("\\?", 2)[0]) {
            case "/v1/chat/completions", "/chat/completions" -> OPEN_AI;
            case "/v1/messages" -> ANTHROPIC;
            default -> null;
        };
    }
}
