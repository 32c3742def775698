package dev.afloat.testkit.http;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A connection as a fault sees it: bytes to send, time to let pass, ways to end it. Whichever it is at, it notices when the client closes
 * the connection, and throws a {@link ClientGoneException}; once the server has closed it, any other {@link IOException}.
 */
final class Wire {
    private static final Duration FAREWELL = Duration.ofSeconds(1);

    private final Socket socket;
    private final Inlet in;
    private final OutputStream out;

    Wire(Socket socket) throws IOException {
        this.socket = socket;
        socket.setTcpNoDelay(true);
        this.in = new Inlet(socket);
        this.out = socket.getOutputStream();
    }

    Inlet in() {
        return in;
    }

    boolean isOpen() {
        return !socket.isClosed();
    }

    void send(byte[] bytes) throws IOException {
        try {
            out.write(bytes);
        } catch (IOException e) {
            throw in.gone(e);
        }
    }

    /** Lets time pass. The client has nothing to say before it is answered, so what it sends is the end. */
    void pause(Duration duration) throws IOException {
        long end = System.nanoTime() + duration.toNanos();
        for (long left = duration.toNanos(); left > 0; left = end - System.nanoTime()) {
            try {
                // Rounded up: 0 would mean for ever.
                socket.setSoTimeout((int) Math.min(Integer.MAX_VALUE, TimeUnit.NANOSECONDS.toMillis(left) + 1));
                if (in.peek() < 0) {
                    throw new ClientGoneException();
                }
                park(end);
            } catch (SocketTimeoutException e) {
                // As it should be: nobody said anything.
            }
        }
        socket.setSoTimeout(0);
    }

    /** For a client that sends its next request without waiting: its end would come behind that, and cannot be seen. */
    private void park(long end) throws IOException {
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            if (socket.isClosed()) {
                throw new SocketException("closed");
            }
            LockSupport.parkNanos(left);
        }
    }

    /** Does nothing until the connection is closed, by whomever. */
    void hang() throws IOException {
        while (true) {
            pause(Duration.ofDays(1));
        }
    }

    /** Ends the connection in an orderly way, be it too early. */
    void close() throws IOException {
        socket.close();
    }

    /** Ends the connection with a TCP reset. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    /** Ends the connection after an answer. What the client still sends is read: with bytes unread, the end would be a reset. */
    void finish() throws IOException {
        socket.shutdownOutput();
        socket.setSoTimeout((int) FAREWELL.toMillis());
        in.drain(System.nanoTime() + FAREWELL.toNanos());
        socket.close();
    }
}
