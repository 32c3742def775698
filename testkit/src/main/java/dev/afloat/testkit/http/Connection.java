package dev.afloat.testkit.http;

import java.io.IOException;
import java.net.Socket;

/** One connection: requests one after the other, each with its fault, until somebody closes it. */
final class Connection implements Runnable {
    private final int number;
    private final Socket socket;
    private final Journal journal;

    Connection(int number, Socket socket, Journal journal) {
        this.number = number;
        this.socket = socket;
        this.journal = journal;
    }

    @Override
    public void run() {
        try (socket) {
            Wire wire = new Wire(socket);
            boolean goesOn = true;
            while (goesOn) {
                Incoming incoming = RequestReader.next(wire);
                goesOn = incoming != null && answer(incoming, wire);
            }
            if (wire.isOpen()) {
                wire.finish();
            }
        } catch (IOException e) {
            // Closed, by the client between two requests or by the server.
            return;
        }
    }

    /** Returns whether another request may follow. */
    private boolean answer(Incoming incoming, Wire wire) throws IOException {
        ReceivedRequest request = journal.received(number, incoming);
        if (incoming.state() == Incoming.State.CUT) {
            journal.aborted(request);
            return false;
        }
        try {
            request.fault().perform(incoming, wire);
        } catch (ClientGoneException e) {
            journal.aborted(request);
            return false;
        }
        return incoming.keepsAlive() && wire.isOpen();
    }
}
