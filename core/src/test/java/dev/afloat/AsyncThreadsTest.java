package dev.afloat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which threads an asynchronous request runs on, and that it needs none that may be taken. */
@Tag("real-clock")
@Timeout(120)
class AsyncThreadsTest {
    private static final Duration SHORT = Duration.ofMillis(50);

    private final Map<String, Thread> ran = new ConcurrentHashMap<>();

    private String note(String what) {
        ran.put(what, Thread.currentThread());
        return what;
    }

    private FallbackChainBuilder<String, String> chain() {
        return FallbackChain.named("async-threads");
    }

    /** With a first tier of every kind that needs no worker where somebody waits, and of one that does. */
    private FallbackChainBuilder<String, String> chain(String first) {
        return switch (first) {
            case "local" -> chain().local("first", in -> note("first"));
            case "lookup" -> chain().lookup("first", in -> Optional.of(note("first")));
            case "able" -> chain().localIfAble("first", in -> Optional.of(note("first")));
            case "unlimited" -> chain().model("first", in -> note("first"), tier -> tier.withoutTimeLimit());
            case "stage" -> chain().asyncModel("first", in -> CompletableFuture.completedFuture(note("first")));
            default -> chain().model("first", in -> note("first"));
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "lookup", "able", "unlimited", "stage", "limited"})
    void no_code_of_a_tier_runs_on_the_callers_thread(String first) {
        try (FallbackChain<String, String> chain =
                chain(first).local("net", in -> "net").build()) {
            assertThat(chain.executeAsync("in").join().value()).isEqualTo("first");
        }

        assertThat(ran.get("first")).isNotNull().isNotSameAs(Thread.currentThread());
    }

    @ParameterizedTest
    @ValueSource(strings = {"local", "lookup", "able", "unlimited", "stage", "limited"})
    void nor_does_it_where_the_executor_refuses(String first) {
        try (FallbackChain<String, String> chain = chain(first)
                .local("net", in -> note("net"))
                .workers(task -> {
                    throw new RejectedExecutionException("full");
                })
                .build()) {
            Result<String> result = chain.executeAsync("in").join();

            assertThat(result.attempts().get(0).outcome())
                    .isEqualTo(result.tier().equals("first") ? Outcome.SUCCESS : Outcome.SKIPPED);
            assertThat(result.tier().equals("first") || result.reason().equals(Optional.of(FailureKind.SATURATED)))
                    .isTrue();
        }
        assertThat(ran.values()).isNotEmpty().doesNotContain(Thread.currentThread());
    }

    @Test
    void what_follows_a_timeout_does_not_wait_for_a_thread_of_the_executor() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        CountDownLatch release = new CountDownLatch(1);
        try (FallbackChain<String, String> chain = chain().model(
                        "deaf",
                        in -> {
                            while (release.getCount() > 0) {
                                awaitDeafly(release);
                            }
                            return "late";
                        },
                        tier -> tier.timeLimit(SHORT))
                .local("net", in -> "net")
                .workers(one)
                .build()) {
            Result<String> result = chain.executeAsync("in").get(30, TimeUnit.SECONDS);

            assertThat(result.value()).isEqualTo("net");
            assertThat(result.reason()).contains(FailureKind.TIMEOUT);
        } finally {
            release.countDown();
            one.shutdown();
        }
    }

    private static void awaitDeafly(CountDownLatch latch) {
        try {
            latch.await(1, TimeUnit.SECONDS);
        } catch (InterruptedException ignored) {
            // deaf
        }
    }

    @Test
    void a_pipeline_of_chains_on_a_pool_of_one_thread_does_not_wait_for_itself() throws Exception {
        ExecutorService one = Executors.newSingleThreadExecutor();
        FallbackChain<String, String> inner = chain().model("inside", in -> in + "!")
                .workers(one)
                .withoutSafetyNet()
                .build();
        FallbackChain<String, String> middle = chain().tier(inner.asTier("inner"))
                .workers(one)
                .withoutSafetyNet()
                .build();
        try (FallbackChain<String, String> outer = chain().tier(middle.asTier("middle"))
                .local("net", in -> "net")
                .workers(one)
                .build()) {
            CompletableFuture<Result<String>> three = outer.executeAsync("a")
                    .thenCompose(result -> outer.executeAsync(result.value()))
                    .thenCompose(result -> outer.executeAsync(result.value()));

            assertThat(three.get(30, TimeUnit.SECONDS).value()).isEqualTo("a!!!");
        } finally {
            inner.close();
            middle.close();
            one.shutdown();
        }
    }

    @Test
    void an_interrupt_of_the_models_own_does_not_reach_the_next_tier() throws Exception {
        try (FallbackChain<String, String> chain = chain().model("model", in -> {
                    Thread.currentThread().interrupt();
                    throw new IOException("down");
                })
                .local("net", in -> "interrupted: " + Thread.currentThread().isInterrupted())
                .build()) {
            assertThat(chain.executeAsync("in").get(30, TimeUnit.SECONDS).value())
                    .isEqualTo("interrupted: false");
        }
    }

    @Test
    void a_hundred_thousand_failing_requests_one_after_the_other_need_no_more_stack_than_one() {
        try (FallbackChain<Integer, Integer> chain = FallbackChain.<Integer, Integer>named("async-threads")
                .model(
                        "model",
                        in -> {
                            throw new StackOverflowError();
                        },
                        tier -> tier.withoutTimeLimit().withoutCircuitBreaker())
                .local("net", in -> in + 1)
                .build()) {
            CompletableFuture<Integer> last = CompletableFuture.completedFuture(0);
            last = last.thenCompose(start -> next(chain, start, 100_000));

            assertThat(last.join()).isEqualTo(100_000);
            assertThat(chain.health().tier("model").load().inFlight()).isZero();
        }
    }

    private static CompletableFuture<Integer> next(FallbackChain<Integer, Integer> chain, int at, int end) {
        return at == end
                ? CompletableFuture.completedFuture(at)
                : chain.executeAsync(at).thenCompose(result -> next(chain, result.value(), end));
    }

    @Test
    void a_chain_of_two_hundred_tiers_on_one_thread_keeps_within_its_stack() {
        FallbackChainBuilder<String, String> builder = chain();
        for (int i = 0; i < 200; i++) {
            builder.local("local-" + i, in -> {
                throw new IOException("down");
            });
        }
        try (FallbackChain<String, String> chain =
                builder.local("net", in -> "net").build()) {
            Result<String> result = chain.executeAsync("in").join();

            assertThat(result.attempts()).hasSize(201);
            assertThat(result.attempts().subList(0, 200))
                    .allSatisfy(attempt -> assertThat(attempt.cause()).containsInstanceOf(IOException.class));
        }
    }
}
