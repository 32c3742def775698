package dev.afloat.testkit.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads one request of HTTP/1.1 (or 1.0), its body by length or in chunks. */
final class RequestReader {
    private static final int LARGEST_BODY = 64 * 1024 * 1024;
    private static final int MOST_HEADERS = 500;
    private static final Pattern TOKEN = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
    private static final Pattern DIGITS = Pattern.compile("\\d{1,9}");
    private static final Pattern HEX = Pattern.compile("[0-9A-Fa-f]{1,7}");

    private final Wire wire;
    private final Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private String method = "";
    private String path = "";
    private String version = "";

    private RequestReader(Wire wire) {
        this.wire = wire;
    }

    /**
     * Returns the next request; null if the client has closed the connection between two.
     *
     * @throws IOException if the server has closed it
     */
    static @Nullable Incoming next(Wire wire) throws IOException {
        if (hasEnded(wire)) {
            return null;
        }
        RequestReader reader = new RequestReader(wire);
        Incoming.State state = Incoming.State.COMPLETE;
        try {
            reader.readRequestLine();
            reader.readHeaders();
            reader.readBody();
        } catch (MalformedRequestException e) {
            state = Incoming.State.MALFORMED;
        } catch (ClientGoneException e) {
            state = Incoming.State.CUT;
        }
        return reader.incoming(state);
    }

    private static boolean hasEnded(Wire wire) throws IOException {
        try {
            return wire.in().peek() < 0;
        } catch (ClientGoneException e) {
            return true;
        }
    }

    private Incoming incoming(Incoming.State state) {
        boolean closes = headers.getOrDefault("connection", List.of()).stream()
                .anyMatch(value -> value.toLowerCase(Locale.ROOT).contains("close"));
        return new Incoming(
                method,
                path,
                headers,
                body.toString(StandardCharsets.UTF_8),
                state == Incoming.State.COMPLETE && version.equals("HTTP/1.1") && !closes,
                state);
    }

    private void readRequestLine() throws IOException, MalformedRequestException {
        String[] parts = wire.in().readLine().split(" ", -1);
        require(parts.length == 3);
        require(TOKEN.matcher(parts[0]).matches() && !parts[1].isEmpty());
        require(parts[2].equals("HTTP/1.1") || parts[2].equals("HTTP/1.0"));
        method = parts[0];
        path = parts[1];
        version = parts[2];
    }

    private void readHeaders() throws IOException, MalformedRequestException {
        int count = 0;
        for (String line = wire.in().readLine();
                !line.isEmpty();
                line = wire.in().readLine()) {
            int colon = line.indexOf(':');
            require(colon > 0 && TOKEN.matcher(line.substring(0, colon)).matches());
            require(++count <= MOST_HEADERS);
            headers.computeIfAbsent(line.substring(0, colon), name -> new ArrayList<>())
                    .add(line.substring(colon + 1).strip());
        }
    }

    private void readBody() throws IOException, MalformedRequestException {
        List<String> codings = headers.getOrDefault("transfer-encoding", List.of());
        List<String> lengths = headers.getOrDefault("content-length", List.of());
        // Either, or neither: with both, client and server could disagree about where the next request starts.
        require(codings.size() + lengths.size() <= 1);
        require(codings.isEmpty() || codings.get(0).equalsIgnoreCase("chunked"));
        require(lengths.isEmpty() || DIGITS.matcher(lengths.get(0)).matches());
        if (headers.getOrDefault("expect", List.of()).stream().anyMatch("100-continue"::equalsIgnoreCase)) {
            wire.send("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        }
        if (!codings.isEmpty()) {
            readChunks();
        } else if (!lengths.isEmpty()) {
            readBytes(Integer.parseInt(lengths.get(0)));
        }
    }

    private void readChunks() throws IOException, MalformedRequestException {
        while (true) {
            String size = wire.in().readLine().split(";", -1)[0].strip();
            require(HEX.matcher(size).matches());
            int length = Integer.parseInt(size, 16);
            if (length == 0) {
                break;
            }
            readBytes(length);
            require(wire.in().readLine().isEmpty());
        }
        String trailer;
        do {
            trailer = wire.in().readLine();
        } while (!trailer.isEmpty());
    }

    private void readBytes(int length) throws IOException, MalformedRequestException {
        require(length <= LARGEST_BODY - body.size());
        wire.in().read(length, body);
    }

    private static void require(boolean wellFormed) throws MalformedRequestException {
        if (!wellFormed) {
            throw new MalformedRequestException();
        }
    }
}
