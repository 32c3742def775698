package dev.afloat.examples.page;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The one thread that plays the incident and is asked about it. Safe for use by many threads. */
final class Player implements AutoCloseable {
    private final ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor();
    private final CompletableFuture<LiveIncident> incident = CompletableFuture.supplyAsync(LiveIncident::new, thread);
    private volatile @Nullable Future<?> playing;

    /** Plays a request every so often, until closed. */
    void play(Duration every) {
        playing = thread.scheduleAtFixedRate(() -> incident.join().next(), 0, every.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Plays so many requests at once. */
    void play(int requests) {
        ask(played -> {
            for (int i = 0; i < requests; i++) {
                played.next();
            }
            return requests;
        });
    }

    <T> T ask(Function<LiveIncident, T> question) {
        return incident.thenApplyAsync(question, thread).join();
    }

    /** Idempotent. */
    @Override
    public void close() {
        Future<?> rounds = playing;
        if (rounds != null) {
            rounds.cancel(false);
        }
        if (!thread.isShutdown()) {
            incident.thenAcceptAsync(LiveIncident::close, thread).join();
            thread.shutdown();
        }
    }
}
