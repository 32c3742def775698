package dev.afloat.testkit.http;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The JDK's client, as a user would call a model with it. */
final class Caller {
    /** Far longer than anything here takes. */
    static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private Caller() {}

    static HttpRequest.Builder request(URI uri, String body) {
        return HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .header("X-Test", "yes")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    static CompletableFuture<HttpResponse<String>> send(HttpRequest.Builder request) {
        return CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /** Waits on a thread of its own: the common pool may have but one, and the JDK's client needs that. */
    static <T> FutureTask<T> aside(Callable<T> waiting) {
        FutureTask<T> task = new FutureTask<>(waiting);
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        while (thread.getState() != Thread.State.TIMED_WAITING && !task.isDone()) {
            Thread.onSpinWait();
        }
        return task;
    }

    static HttpResponse<String> ask(URI uri, String body) {
        try {
            return send(request(uri, body)).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
        } catch (ExecutionException | TimeoutException | InterruptedException e) {
            throw new AssertionError("The request to " + uri + " failed", e);
        }
    }
}
