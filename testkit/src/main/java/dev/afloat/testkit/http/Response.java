package dev.afloat.testkit.http;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A response as it ought to reach the client. */
record Response(int status, Map<String, String> headers, String body) {

    static Response of(int status, String contentType, String body) {
        return new Response(status, Map.of("Content-Type", contentType), body);
    }

    static Response json(int status, String body) {
        return of(status, "application/json", body);
    }

    Response with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.putAll(more);
        return new Response(status, all, body);
    }

    Response withoutBody() {
        return new Response(status, headers, "");
    }

    byte[] bodyBytes() {
        return body.getBytes(StandardCharsets.UTF_8);
    }

    /** Returns status line and headers. The length is that of the whole body, however much of it will be sent. */
    byte[] headBytes() {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " \r\n");
        headers.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(bodyBytes().length).append("\r\n\r\n");
        return head.toString().getBytes(StandardCharsets.ISO_8859_1);
    }
}
