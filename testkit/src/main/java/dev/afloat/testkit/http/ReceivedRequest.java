package dev.afloat.testkit.http;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * One request, as a {@link FaultServer} received it. Immutable.
 *
 * @param connection the connection it came on, from 0 in the order in which they were opened: a client that pools uses one again
 * @param method such as {@code POST}
 * @param path as sent, with its query; empty if the request is not HTTP
 * @param headers by name, in any case
 * @param body decoded as UTF-8; what had come of it, if the request is not well formed
 * @param wellFormed whether it was HTTP, and complete
 * @param fault what was done with it
 */
public record ReceivedRequest(
        int connection,
        String method,
        String path,
        Map<String, List<String>> headers,
        String body,
        boolean wellFormed,
        Fault fault) {

    /** Returns the first value of the header {@code name}, in any case. */
    public Optional<String> header(String name) {
        return headers.getOrDefault(name, List.of()).stream().findFirst();
    }

    /** Names no content and no credentials. */
    @Override
    public String toString() {
        return (wellFormed ? method + " " + path : "malformed") + " -> " + fault;
    }
}
