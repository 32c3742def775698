package dev.afloat.examples.page;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.json.JsonMapper;

/**
 * Serves a page on which an incident of the product search plays, with {@code /metrics} for Prometheus and {@code /health} beside it. On this machine
 * only.
 */
public final class LivePage implements AutoCloseable {
    private final HttpServer server;
    private final Player player;
    /** As many as there are clients: one that is slow keeps no other waiting. */
    private final ExecutorService readers = Executors.newCachedThreadPool();

    /** @param port 0 for any that is free */
    LivePage(int port) throws IOException {
        server = serverAt(port);
        // Not before: nobody would end its thread if the port cannot be had.
        player = new Player();
        JsonMapper json = JsonMapper.builder().build();
        serve(Resource.file("/", "page.html", "text/html"));
        serve(Resource.file("/page.css", "page.css", "text/css"));
        serve(Resource.file("/page.js", "page.js", "text/javascript"));
        serve(new Resource(
                "/state", "application/json", () -> json.writeValueAsBytes(player.ask(LiveIncident::state))));
        serve(new Resource(
                "/health", "application/json", () -> json.writeValueAsBytes(player.ask(LiveIncident::health))));
        serve(Resource.text("/metrics", "text/plain; version=0.0.4", () -> player.ask(LiveIncident::scrape)));
        server.setExecutor(readers);
        server.start();
    }

    private static HttpServer serverAt(int port) throws IOException {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        } catch (BindException e) {
            throw new IOException("Port " + port + " cannot be had: " + e.getMessage(), e);
        }
    }

    private void serve(Resource resource) {
        server.createContext(resource.path(), resource);
    }

    Player player() {
        return player;
    }

    String address() {
        return "http://" + server.getAddress().getAddress().getHostAddress() + ":"
                + server.getAddress().getPort() + "/";
    }

    @Override
    public void close() {
        server.stop(0);
        readers.shutdownNow();
        player.close();
    }

    /**
     * Serves until the program is ended.
     *
     * @param args a port, any that is free if not given; and {@code --every} with the milliseconds from one request to the next, 1000 if not given
     */
    public static void main(String[] args) throws IOException {
        Settings settings = Settings.of(args);
        LivePage page = new LivePage(settings.port());
        page.player.play(settings.every());
        System.out.println("The incident plays at " + page.address() + " until this program is ended.");
    }
}
