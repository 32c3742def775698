package dev.afloat.testkit.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;

/** Takes connections in, each on a thread of its own, and ends them all. */
final class Acceptor {
    private static final long PATIENCE_MILLIS = 10_000;

    private final ServerSocket listening;
    private final Journal journal;
    private final Thread thread;
    /** Touched by the acceptor's thread, and by others once that has ended. */
    private final List<Open> open = new ArrayList<>();

    private int count;

    private record Open(Socket socket, Thread thread) {}

    Acceptor(ServerSocket listening, Journal journal) {
        this.listening = listening;
        this.journal = journal;
        this.thread = daemon(this::accept, "accept");
    }

    void start() {
        thread.start();
    }

    private Thread daemon(Runnable task, String name) {
        Thread daemon =
                new Thread(null, task, "afloat-fault-server-" + listening.getLocalPort() + "-" + name, 0, false);
        daemon.setDaemon(true);
        return daemon;
    }

    private void accept() {
        while (true) {
            Socket socket;
            try {
                socket = listening.accept();
            } catch (IOException e) {
                // Closed: the one way in which a server ends.
                return;
            }
            int number = count++;
            open.removeIf(each -> !each.thread.isAlive());
            Thread connection = daemon(new Connection(number, socket, journal), String.valueOf(number));
            open.add(new Open(socket, connection));
            connection.start();
        }
    }

    synchronized void close() {
        close(listening);
        join(thread);
        for (Open each : open) {
            close(each.socket);
            each.thread.interrupt();
        }
        open.forEach(each -> join(each.thread));
        open.clear();
    }

    private static void close(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            throw new UncheckedIOException(new IOException(e));
        }
    }

    /** Heeds no interrupt: a test that plays with interrupts must be able to clean up. */
    private static void join(Thread ending) {
        boolean interrupted = false;
        long end = System.nanoTime() + PATIENCE_MILLIS * 1_000_000;
        while (ending.isAlive() && System.nanoTime() - end < 0) {
            try {
                ending.join(PATIENCE_MILLIS);
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        if (ending.isAlive()) {
            throw new IllegalStateException("A thread of the server does not end: " + ending.getName());
        }
    }
}
