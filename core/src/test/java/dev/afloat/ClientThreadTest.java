package dev.afloat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.call.Hit;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A client's thread, which completes a stage, is not made to run the tier that follows. */
@Timeout(60)
class ClientThreadTest {

    private static Optional<Hit<String>> found(String what) {
        return switch (what) {
            case "miss" -> Optional.empty();
            case "stale" -> Optional.of(new Hit<>("kept", Duration.ofHours(1), false));
            default -> throw new AssertionError(what);
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"miss", "stale", "null"})
    void after_no_answer_the_next_tier_runs_elsewhere(String what) throws Exception {
        CompletableFuture<@Nullable Optional<Hit<String>>> stage = new CompletableFuture<>();
        CompletableFuture<Boolean> asked = new CompletableFuture<>();
        AtomicReference<Thread> next = new AtomicReference<>();
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .asyncAgedLookup(
                        "recent",
                        in -> {
                            asked.complete(true);
                            return stage;
                        },
                        tier -> tier.freshOnly())
                .local("net", in -> {
                    next.set(Thread.currentThread());
                    return "net";
                })
                .build()) {
            CompletableFuture<?> answered = chain.executeAsync("in");
            assertThat(asked.get(30, TimeUnit.SECONDS)).isTrue();
            Thread client = new Thread(() -> stage.complete(what.equals("null") ? null : found(what)));
            client.start();

            assertThat(answered.get(30, TimeUnit.SECONDS)).isNotNull();
            assertThat(next.get()).isNotNull().isNotSameAs(client);
            client.join();
        }
    }
}
