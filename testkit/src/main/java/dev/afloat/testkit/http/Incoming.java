package dev.afloat.testkit.http;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A request that was read from a connection, or what there was of one. */
record Incoming(
        String method, String path, Map<String, List<String>> headers, String body, boolean keepsAlive, State state) {

    enum State {
        COMPLETE,
        /** Not HTTP. */
        MALFORMED,
        /** The client closed the connection in the middle. */
        CUT
    }

    Incoming {
        Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) -> copy.put(name, List.copyOf(values)));
        headers = Collections.unmodifiableMap(copy);
    }

    /** Returns what is done without asking the script; null if it is to be asked. */
    @Nullable
    Fault unscripted() {
        if (state != State.COMPLETE) {
            return Fault.MALFORMED_REQUEST;
        }
        if (Dialect.ofPath(path) == null) {
            return Fault.UNKNOWN_PATH;
        }
        return method.equals("POST") ? null : Fault.METHOD_NOT_ALLOWED;
    }

    /** Returns the words to answer in. */
    Dialect dialect() {
        Dialect known = Dialect.ofPath(path);
        return known == null ? Dialect.OPEN_AI : known;
    }
}
