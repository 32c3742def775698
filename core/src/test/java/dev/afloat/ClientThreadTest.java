package dev.afloat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.call.Hit;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
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

    @Test
    void the_inspector_of_an_answer_runs_elsewhere_and_an_answer_that_nobody_looks_at_is_told_at_once()
            throws Exception {
        for (boolean inspected : new boolean[] {true, false}) {
            CompletableFuture<String> stage = new CompletableFuture<>();
            CompletableFuture<Boolean> asked = new CompletableFuture<>();
            AtomicReference<Thread> inspecting = new AtomicReference<>();
            AtomicReference<Thread> telling = new AtomicReference<>();
            try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                    .asyncModel(
                            "model",
                            in -> {
                                asked.complete(true);
                                return stage;
                            },
                            tier -> {
                                if (inspected) {
                                    tier.inspect(answer -> {
                                        inspecting.set(Thread.currentThread());
                                        return null;
                                    });
                                }
                            })
                    .local("net", in -> "net")
                    .build()) {
                CompletableFuture<?> answered =
                        chain.executeAsync("in").thenRun(() -> telling.set(Thread.currentThread()));
                assertThat(asked.get(30, TimeUnit.SECONDS)).isTrue();
                await(stage);
                Thread client = new Thread(() -> stage.complete("answer"));
                client.start();
                client.join();

                answered.get(30, TimeUnit.SECONDS);
                if (inspected) {
                    assertThat(inspecting.get()).isNotNull().isNotSameAs(client);
                } else {
                    assertThat(telling.get()).isSameAs(client);
                }
            }
        }
    }

    /** Returns once the chain waits for the stage. */
    private static void await(CompletableFuture<?> stage) {
        while (stage.getNumberOfDependents() == 0) {
            Thread.onSpinWait();
        }
    }
}
