package dev.afloat.testkit.http;

import java.io.IOException;

/** The client has closed the connection, and not we. */
final class ClientGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    ClientGoneException() {
        super("The client has closed the connection");
    }

    ClientGoneException(IOException cause) {
        super("The client has closed the connection", cause);
    }
}
