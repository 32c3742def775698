package dev.afloat;

import static dev.afloat.Eventually.blockUntilInterrupted;
import static dev.afloat.Eventually.eventually;
import static dev.afloat.Eventually.opens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.afloat.event.ChainEvent;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.QualityHealth;
import dev.afloat.guard.TierHealth;
import dev.afloat.guard.TierLoad;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a request is doing when its chain is closed, it ends at once with one typed exception, and nothing follows. */
@Tag("real-clock")
@Timeout(120)
class CloseTest {
    private static final String MESSAGE =
            "The chain 'closing' is closed. Build a new one, or close it only after the last call.";

    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final AtomicInteger lowerTiers = new AtomicInteger();
    private final List<ChainEvent> events = new CopyOnWriteArrayList<>();

    private static void settings(TierSettings<String, String> tier) {
        tier.timeLimit(Duration.ofMinutes(5))
                .maxConcurrent(1)
                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(5)));
    }

    private FallbackChainBuilder<String, String> hanging() {
        return net(FallbackChain.<String, String>named("closing")
                .model("model", in -> blockUntilInterrupted(started, interrupted), CloseTest::settings));
    }

    private FallbackChainBuilder<String, String> net(FallbackChainBuilder<String, String> builder) {
        return builder.local("net", in -> "net " + lowerTiers.incrementAndGet()).listener(events::add);
    }

    private static @Nullable Throwable failureOf(CompletableFuture<Result<String>> future) {
        Throwable thrown = catchThrowable(() -> future.get(30, TimeUnit.SECONDS));
        assertThat(thrown).isInstanceOf(ExecutionException.class);
        return thrown.getCause();
    }

    private void assertClosed(FallbackChain<String, String> chain, CompletableFuture<Result<String>> future) {
        assertThat(failureOf(future)).isInstanceOf(ChainClosedException.class).hasMessage(MESSAGE);
        TierHealth quiet = new TierHealth(
                "model", CircuitState.CLOSED, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD);
        eventually(
                "permit back, breaker unaffected",
                () -> chain.health().tier("model").equals(quiet));
        assertThat(lowerTiers).hasValue(0);
        assertThat(events)
                .filteredOn(event -> !(event instanceof ChainEvent.Closed))
                .last()
                .isInstanceOfSatisfying(
                        ChainEvent.Unanswered.class,
                        event -> assertThat(event.reason()).isEqualTo(FailureKind.CLOSED));
        eventually("no call is left", () -> chain.threads().inFlight() == 0);
        assertThat(chain.threads().scheduled()).isZero();
    }

    @Test
    void a_closed_chain_refuses_asynchronous_requests_by_their_future() {
        FallbackChain<String, String> chain = hanging().build();
        chain.close();

        CompletableFuture<Result<String>> future = chain.executeAsync("in");

        assertThat(future).isCompletedExceptionally();
        assertClosed(chain, future);
        assertThat(started.getCount()).isEqualTo(1);
        assertThatThrownBy(() -> chain.execute("in"))
                .isInstanceOf(ChainClosedException.class)
                .hasMessage(MESSAGE);
    }

    @Test
    void an_asynchronous_call_is_interrupted() throws Exception {
        FallbackChain<String, String> chain = hanging().build();
        CompletableFuture<Result<String>> future = chain.executeAsync("in");
        opens("the model runs", started);

        chain.close();

        assertThat(future).as("at once").isDone();
        opens("the model is interrupted", interrupted);
        assertClosed(chain, future);
    }

    @Test
    void a_tier_without_limit_of_an_asynchronous_request_is_interrupted() throws Exception {
        FallbackChain<String, String> chain = net(FallbackChain.<String, String>named("closing")
                        .model("model", in -> blockUntilInterrupted(started, interrupted), tier -> {
                            settings(tier);
                            tier.withoutTimeLimit();
                        }))
                .build();
        CompletableFuture<Result<String>> future = chain.executeAsync("in");
        opens("the model runs", started);

        chain.close();

        opens("the model is interrupted", interrupted);
        assertClosed(chain, future);
    }

    @Test
    void whoever_waits_for_the_future_is_told_after_the_model_was_interrupted() throws Exception {
        FallbackChain<String, String> chain = hanging().build();
        CompletableFuture<Boolean> afterwards = chain.executeAsync("in").handle((result, thrown) -> {
            try {
                return interrupted.await(20, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                return false;
            }
        });
        opens("the model runs", started);

        chain.close();

        assertThat(afterwards.get(30, TimeUnit.SECONDS)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_call_in_the_queue_of_the_users_executor_is_never_made(boolean waits) throws Exception {
        List<Runnable> queue = new CopyOnWriteArrayList<>();
        FallbackChain<String, String> chain = hanging().workers(queue::add).build();
        CompletableFuture<Result<String>> future =
                waits ? CompletableFuture.supplyAsync(() -> chain.execute("in")) : chain.executeAsync("in");
        eventually("it is handed over", () -> !queue.isEmpty());

        chain.close();

        assertClosed(chain, future);
        queue.forEach(Runnable::run);
        assertThat(started.getCount()).as("the model was never called").isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_pending_stage_is_left_alone_and_gives_its_permit_back_when_it_ends(boolean waits) throws Exception {
        CompletableFuture<String> stage = new CompletableFuture<>();
        FallbackChain<String, String> chain = net(FallbackChain.<String, String>named("closing")
                        .asyncModel("model", in -> stage, CloseTest::settings))
                .build();
        CompletableFuture<Result<String>> future =
                waits ? CompletableFuture.supplyAsync(() -> chain.execute("in")) : chain.executeAsync("in");
        eventually("it waits", () -> stage.getNumberOfDependents() == 1);

        chain.close();

        assertThat(failureOf(future)).isInstanceOf(ChainClosedException.class);
        assertThat(stage).isNotDone();
        eventually(
                "it counts as abandoned",
                () -> chain.health().tier("model").load().abandoned() == 1);
        stage.complete("late");
        assertClosed(chain, future);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void closing_a_nested_chain_makes_the_outer_one_go_on(boolean waits) throws Exception {
        FallbackChain<String, String> inner = hanging().build();
        try (FallbackChain<String, String> outer = FallbackChain.<String, String>named("outer")
                .tier(inner.asTier("nested", tier -> tier.timeLimit(Duration.ofMinutes(5))))
                .local("net", in -> "outer net")
                .build()) {
            CompletableFuture<Result<String>> future =
                    waits ? CompletableFuture.supplyAsync(() -> outer.execute("in")) : outer.executeAsync("in");
            opens("the model runs", started);

            inner.close();

            Result<String> result = future.get(30, TimeUnit.SECONDS);
            assertThat(result.value()).isEqualTo("outer net");
            assertThat(result.reason()).contains(FailureKind.CLOSED);
            opens("the model is interrupted", interrupted);
        }
    }

    @Test
    void closing_the_outer_chain_ends_the_call_of_the_nested_one_and_not_the_nested_chain() throws Exception {
        try (FallbackChain<String, String> inner = hanging().build()) {
            FallbackChain<String, String> outer = FallbackChain.<String, String>named("outer")
                    .tier(inner.asTier("nested"))
                    .local("net", in -> "outer net")
                    .build();
            CompletableFuture<Result<String>> future = outer.executeAsync("in");
            opens("the model runs", started);

            outer.close();

            assertThat(failureOf(future))
                    .isInstanceOf(ChainClosedException.class)
                    .hasMessageContaining("'outer'");
            opens("the model is interrupted", interrupted);
            eventually("permit back", () -> inner.health().tier("model").load().inFlight() == 0);
            assertThat(inner.execute("in", Deadline.after(Duration.ofMillis(1))).tier())
                    .isEqualTo("net");
        }
    }

    @Test
    void the_users_executor_is_not_shut_down() throws Exception {
        ExecutorService mine = Executors.newCachedThreadPool();
        try {
            FallbackChain<String, String> chain = hanging().workers(mine).build();
            CompletableFuture<Result<String>> future = chain.executeAsync("in");
            opens("the model runs", started);

            chain.close();

            assertClosed(chain, future);
            assertThat(mine.isShutdown()).isFalse();
            assertThat(mine.submit(() -> "still there").get(30, TimeUnit.SECONDS))
                    .isEqualTo("still there");
        } finally {
            mine.shutdown();
        }
    }
}
