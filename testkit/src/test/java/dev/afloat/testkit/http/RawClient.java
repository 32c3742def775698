package dev.afloat.testkit.http;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A client that sends what no decent client would. */
final class RawClient implements AutoCloseable {
    private final Socket socket;
    private final BufferedReader in;

    record Received(String status, List<String> headers, String body) {}

    RawClient(FaultServer server) throws IOException {
        this.socket = new Socket(
                InetAddress.getByAddress(new byte[] {127, 0, 0, 1}),
                server.openAi("").getPort());
        socket.setSoTimeout((int) Caller.PATIENCE.toMillis());
        this.in = new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8));
    }

    static String post(String body) {
        return "POST /v1/chat/completions HTTP/1.1\r\nHost: h\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    }

    void send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Says that nothing more will come, and still listens. */
    void endOutput() throws IOException {
        socket.shutdownOutput();
    }

    /** Returns the next response. Its characters are taken to be bytes. */
    Received receive() throws IOException {
        String status = line().split(" ", -1)[1];
        List<String> headers = new ArrayList<>();
        int length = 0;
        for (String line = line(); !line.isEmpty(); line = line()) {
            headers.add(line);
            if (line.startsWith("Content-Length: ")) {
                length = Integer.parseInt(line.substring("Content-Length: ".length()));
            }
        }
        char[] body = new char[length];
        for (int got = 0; got < length; got++) {
            body[got] = (char) in.read();
        }
        return new Received(status, headers, new String(body));
    }

    String line() throws IOException {
        String line = in.readLine();
        if (line == null) {
            throw new IOException("The server has closed the connection");
        }
        return line;
    }

    /** Waits until the server closes the connection, and returns whether it did so in an orderly way, with nothing more to say. */
    boolean isClosedByServer() throws IOException {
        return in.read() < 0;
    }

    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
