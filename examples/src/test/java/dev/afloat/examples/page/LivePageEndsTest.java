package dev.afloat.examples.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What is left of the page's server when it has ended, or never began: nothing, or the program would not end. */
@Timeout(60)
class LivePageEndsTest {
    private final Set<Thread> before = threads();

    private static Set<Thread> threads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    /** Those started since that still run after a while. */
    private Set<Thread> left() throws InterruptedException {
        Set<Thread> since = threads();
        since.removeAll(before);
        for (Thread thread : since) {
            thread.join(5_000);
        }
        since.removeIf(thread -> !thread.isAlive());
        return since;
    }

    private static String health(URI address) throws IOException {
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            socket.getOutputStream().write("GET /health HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void nothing_is_left_once_it_is_closed() throws Exception {
        LivePage page = new LivePage(0);
        page.player().play(Duration.ofMillis(1));
        URI address = URI.create(page.address());
        assertThat(health(address)).contains("200 OK");

        page.close();

        assertThatThrownBy(() -> health(address)).isInstanceOf(ConnectException.class);
        assertThat(left()).as("threads").isEmpty();
        page.close();
    }

    @Test
    void a_port_that_is_taken_is_told_and_nothing_is_left() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> new LivePage(taken.getLocalPort()))
                    .isInstanceOf(IOException.class)
                    .hasMessage("Port " + taken.getLocalPort() + " cannot be had: Address already in use");
        }
        assertThat(left()).as("threads").isEmpty();
    }
}
