package dev.afloat.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Nothing is left of a server that was closed. */
@Timeout(120)
class FaultServerCloseTest {
    private static List<Thread> threadsOf(FaultServer server) {
        String prefix = "afloat-fault-server-" + server.openAi("").getPort() + "-";
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(prefix))
                .toList();
    }

    @Test
    void close_ends_every_connection_and_thread_whatever_they_are_at() throws Exception {
        Duration day = Duration.ofDays(1);
        FaultServer server = FaultServer.start();
        server.next(Fault.none(), Fault.hangBeforeHeaders(), Fault.stallInBody());
        server.next(Fault.trickle(day), Fault.none().after(day));
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            RawClient client = new RawClient(server);
            client.send(RawClient.post("{}"));
            server.awaitRequests(i + 1, Caller.PATIENCE);
            clients.add(client);
        }
        clients.get(0).receive();
        for (int i = 2; i < 4; i++) {
            assertThat(clients.get(i).line()).isEqualTo("HTTP/1.1 200 ");
        }
        RawClient silent = new RawClient(server);
        RawClient pipelining = new RawClient(server);
        server.next(Fault.hangBeforeHeaders());
        pipelining.send(RawClient.post("1") + RawClient.post("2"));
        server.awaitRequests(6, Caller.PATIENCE);
        assertThat(threadsOf(server)).hasSize(8).allMatch(Thread::isDaemon);

        server.close();

        assertThat(threadsOf(server)).isEmpty();
        assertThat(clients.get(0).isClosedByServer()).isTrue();
        assertThat(clients.get(1).isClosedByServer()).isTrue();
        assertThat(silent.isClosedByServer()).isTrue();
        assertThatThrownBy(() -> new RawClient(server)).isInstanceOf(ConnectException.class);
        assertThat(server.requests()).hasSize(6);
        server.close();
        for (RawClient client : clients) {
            client.close();
        }
        silent.close();
        pipelining.close();
    }

    @Test
    void close_works_on_a_thread_that_was_interrupted() throws Exception {
        FaultServer server = FaultServer.start();
        server.next(Fault.hangBeforeHeaders());
        try (RawClient client = new RawClient(server)) {
            client.send(RawClient.post("{}"));
            server.awaitRequests(1, Caller.PATIENCE);
            Thread.currentThread().interrupt();

            server.close();

            assertThat(Thread.interrupted()).isTrue();
            assertThat(threadsOf(server)).isEmpty();
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void a_hundred_servers_leave_no_socket() throws Exception {
        long before = openFiles();
        for (int i = 0; i < 100; i++) {
            try (FaultServer server = FaultServer.start();
                    RawClient client = new RawClient(server);
                    RawClient idle = new RawClient(server)) {
                server.next(Fault.reset(), Fault.closeInBody());
                client.send(RawClient.post("{}"));
                idle.send(RawClient.post("{}"));
                server.awaitRequests(2, Caller.PATIENCE);
            }
        }

        assertThat(openFiles() - before).isLessThan(50);
    }

    private static long openFiles() {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
                ? unix.getOpenFileDescriptorCount()
                : 0;
    }
}
