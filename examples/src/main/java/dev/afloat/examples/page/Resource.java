package dev.afloat.examples.page;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.function.Supplier;

/** What is served at one path, to those who read. */
record Resource(String path, String type, Supplier<byte[]> content) implements HttpHandler {

    static Resource text(String path, String type, Supplier<String> content) {
        return new Resource(path, type, () -> content.get().getBytes(StandardCharsets.UTF_8));
    }

    /** A file beside this class. */
    static Resource file(String path, String name, String type) throws IOException {
        try (InputStream file = Objects.requireNonNull(Resource.class.getResourceAsStream(name), name)) {
            byte[] bytes = file.readAllBytes();
            return new Resource(path, type, () -> bytes);
        }
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            if (!exchange.getRequestURI().getPath().equals(path)) {
                answer(
                        exchange,
                        404,
                        "text/plain",
                        "Nothing here: try /, /state, /health or /metrics\n".getBytes(StandardCharsets.UTF_8));
            } else if (!method.equals("GET") && !method.equals("HEAD")) {
                exchange.getResponseHeaders().set("Allow", "GET, HEAD");
                answer(exchange, 405, "text/plain", "This can only be read\n".getBytes(StandardCharsets.UTF_8));
            } else {
                serve(exchange);
            }
        }
    }

    private void serve(HttpExchange exchange) throws IOException {
        byte[] body;
        try {
            body = content.get();
        } catch (RuntimeException | Error e) {
            answer(exchange, 500, "text/plain", (e + "\n").getBytes(StandardCharsets.UTF_8));
            return;
        }
        answer(exchange, 200, type, body);
    }

    private static void answer(HttpExchange exchange, int status, String type, byte[] body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type + "; charset=utf-8");
        exchange.getResponseHeaders().set("Cache-Control", "no-store");
        exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
        exchange.getResponseHeaders().set("Content-Security-Policy", "default-src 'self'; img-src data:");
        boolean head = exchange.getRequestMethod().equals("HEAD");
        exchange.sendResponseHeaders(status, head ? -1 : body.length);
        if (!head) {
            exchange.getResponseBody().write(body);
        }
    }
}
