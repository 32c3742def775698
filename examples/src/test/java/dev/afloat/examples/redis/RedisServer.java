package dev.afloat.examples.redis;

import static dev.afloat.examples.redis.Eventually.eventually;

import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** A redis-server of the test's own: a child process on a free port of the loopback, which writes nothing to disk. */
final class RedisServer implements AutoCloseable {
    private final Path binary;
    private final int port;
    private Process process;

    RedisServer(Path binary) throws IOException {
        this.binary = binary;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            this.port = free.getLocalPort();
        }
        this.process = start();
    }

    static Optional<Path> binary() {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(Optional.ofNullable(System.getenv("PATH")).orElse(""))
                .map(folder -> Path.of(folder, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private Process start() throws IOException {
        List<String> command = List.of(
                binary.toString(),
                "--bind",
                "127.0.0.1",
                "--port",
                String.valueOf(port),
                "--save",
                "",
                "--appendonly",
                "no");
        Process started = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        eventually("redis-server listens", this::listens);
        return started;
    }

    private boolean listens() {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    int port() {
        return port;
    }

    boolean runs() {
        return process.isAlive();
    }

    /** From now on it hangs: connections stay open, and nothing answers. */
    void hang() throws IOException, InterruptedException {
        signal("STOP");
    }

    void goOn() throws IOException, InterruptedException {
        signal("CONT");
    }

    private void signal(String name) throws IOException, InterruptedException {
        Process kill = new ProcessBuilder("sh", "-c", "kill -" + name + " " + process.pid()).start();
        if (kill.waitFor() != 0) {
            throw new IllegalStateException("kill -" + name + " failed");
        }
    }

    /** Also one that hangs. */
    void kill() {
        process.destroyForcibly().onExit().join();
    }

    /** On the same port, with nothing in it. */
    void startAnew() throws IOException {
        process = start();
    }

    @Override
    public void close() {
        kill();
    }
}
