package dev.afloat.testkit.http;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;

/**
 * What the client sends. When it sends no more, reading throws a {@link ClientGoneException}; once the server has closed the connection,
 * any other {@link IOException}.
 */
final class Inlet {
    private static final int LONGEST_LINE = 64 * 1024;
    private static final int PIECE = 8192;

    private final Socket socket;
    private final InputStream in;

    Inlet(Socket socket) throws IOException {
        this.socket = socket;
        this.in = new BufferedInputStream(socket.getInputStream());
    }

    /** Waits for the next byte and leaves it unread; negative if the client has ended the connection. */
    int peek() throws IOException {
        try {
            in.mark(1);
            int next = in.read();
            in.reset();
            return next;
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (IOException e) {
            throw gone(e);
        }
    }

    /** Returns a line without its end. */
    String readLine() throws IOException, MalformedRequestException {
        StringBuilder line = new StringBuilder();
        for (int next = readByte(); next != '\n'; next = readByte()) {
            if (line.length() == LONGEST_LINE) {
                throw new MalformedRequestException();
            }
            line.append((char) next);
        }
        int last = line.length() - 1;
        return last >= 0 && line.charAt(last) == '\r' ? line.substring(0, last) : line.toString();
    }

    private int readByte() throws IOException {
        try {
            int next = in.read();
            if (next >= 0) {
                return next;
            }
        } catch (IOException e) {
            throw gone(e);
        }
        throw new ClientGoneException();
    }

    /** Reads {@code length} bytes into {@code target}; those that come, if the client leaves before. */
    void read(int length, ByteArrayOutputStream target) throws IOException {
        byte[] piece = new byte[PIECE];
        for (int left = length; left > 0; ) {
            int got = read(piece, Math.min(left, PIECE));
            if (got < 0) {
                throw new ClientGoneException();
            }
            target.write(piece, 0, got);
            left -= got;
        }
    }

    private int read(byte[] piece, int length) throws IOException {
        try {
            return in.read(piece, 0, length);
        } catch (IOException e) {
            throw gone(e);
        }
    }

    /** Reads what still comes until the client ends the connection or {@code end}, and forgets it. */
    void drain(long end) throws IOException {
        byte[] piece = new byte[PIECE];
        int got;
        do {
            got = in.read(piece);
        } while (got >= 0 && System.nanoTime() - end < 0);
    }

    /** Returns what to throw: a socket that we have not closed fails because the client has gone. */
    IOException gone(IOException e) {
        return socket.isClosed() ? e : new ClientGoneException(e);
    }
}
