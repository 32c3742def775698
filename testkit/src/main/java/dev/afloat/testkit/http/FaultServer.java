package dev.afloat.testkit.http;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.List;

/**
 * An HTTP server on loopback that speaks as OpenAI and Anthropic do, and fails as it is told to: request by request, the next step of
 * its script, and an answer once the script is over.
 *
 * <pre>{@code
 * try (FaultServer server = FaultServer.start()) {
 *     server.next(Fault.rateLimited(Duration.ofSeconds(30)), Fault.hangBeforeHeaders());
 *     Client client = new Client(server.openAi(""), Duration.ofSeconds(1));
 *
 *     assertThatThrownBy(() -> client.ask("hello")).hasMessage("status 429");
 *     assertThatThrownBy(() -> client.ask("hello")).isInstanceOf(HttpTimeoutException.class);
 *     assertThat(client.ask("hello")).contains(Fault.ANSWER);
 *
 *     assertThat(server.requests()).hasSize(3);
 *     server.awaitAborted(1, Duration.ofSeconds(10)); // the client closed the connection that hung
 * }
 * }</pre>
 *
 * <p>It answers {@code POST} to {@code /v1/chat/completions} and {@code /chat/completions} in the form of OpenAI, and to {@code
 * /v1/messages} in that of Anthropic. Other requests get a 404, 405 or, if they are not HTTP, a 400; they are recorded and leave the
 * script alone. Streams are not there yet: a request that asks for one is answered in one piece.
 *
 * <p>Requests take steps in the order in which they arrive, so give each model that is called side by side a server of its own. Time is
 * real here: keep delays short and the ceilings of a test generous. Safe for use by many threads.
 */
public final class FaultServer implements AutoCloseable {
    private static final int BACKLOG = 512;

    private final Journal journal = new Journal();
    private final ServerSocket listening;
    private final Acceptor acceptor;

    private FaultServer() throws IOException {
        this.listening = new ServerSocket();
        // By number: "localhost" may be ::1 for a client and 127.0.0.1 for us.
        listening.bind(new InetSocketAddress(InetAddress.getByAddress(new byte[] {127, 0, 0, 1}), 0), BACKLOG);
        this.acceptor = new Acceptor(listening, journal);
    }

    /**
     * Starts a server on a free port, with an empty script.
     *
     * @throws UncheckedIOException if there is none
     */
    public static FaultServer start() {
        try {
            FaultServer server = new FaultServer();
            server.acceptor.start();
            return server;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds to the script: each fault is for one request. */
    public void next(Fault... faults) {
        journal.script(List.of(faults));
    }

    /** Says what is done when the script is over, from here on. Unless set, {@link Fault#none()}. */
    public void otherwise(Fault fault) {
        journal.otherwise(fault);
    }

    /**
     * Returns the address of {@code path} under the base that clients of OpenAI are given, {@code http://127.0.0.1:<port>/v1}; of the
     * base itself if empty.
     */
    public URI openAi(String path) {
        return uri("/v1" + path);
    }

    /**
     * Returns the address of {@code path} under the base that clients of Anthropic are given, {@code http://127.0.0.1:<port>}; of the
     * base itself if empty.
     */
    public URI anthropic(String path) {
        return uri(path);
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort() + path);
    }

    /** Returns the requests so far, in the order in which they had arrived in full. */
    public List<ReceivedRequest> requests() {
        return journal.requests();
    }

    /**
     * Returns the requests whose connection the client closed while they were being sent, or before they were answered in full. A client
     * that times out without closing its connection is not among them.
     */
    public List<ReceivedRequest> aborted() {
        return journal.aborted();
    }

    /** Returns the part of the script that no request has taken yet. */
    public List<Fault> unused() {
        return journal.unused();
    }

    /**
     * Waits for {@code count} requests in all, and returns those that are there then.
     *
     * @throws AssertionError if there are fewer after {@code atMost}, or this thread is interrupted
     */
    public List<ReceivedRequest> awaitRequests(int count, Duration atMost) {
        return journal.awaitRequests(count, atMost);
    }

    /**
     * Waits for {@code count} {@linkplain #aborted() aborted} requests in all, and returns those that are there then.
     *
     * @throws AssertionError if there are fewer after {@code atMost}, or this thread is interrupted
     */
    public List<ReceivedRequest> awaitAborted(int count, Duration atMost) {
        return journal.awaitAborted(count, atMost);
    }

    /** Closes every connection and ends every thread. What was recorded stays. */
    @Override
    public void close() {
        acceptor.close();
    }
}
