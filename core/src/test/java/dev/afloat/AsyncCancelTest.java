package dev.afloat;

import static dev.afloat.Eventually.blockUntilInterrupted;
import static dev.afloat.Eventually.eventually;
import static dev.afloat.Eventually.opens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.event.ChainEvent;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.QualityHealth;
import dev.afloat.guard.TierHealth;
import dev.afloat.guard.TierLoad;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Origin;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** However a caller ends its future before the chain does, the chain stops. */
@Tag("real-clock")
@Timeout(120)
class AsyncCancelTest {
    private static final Result<String> OWN =
            Result.of("own", new Origin("cancel", "caller", Level.PRIMARY, false), null, List.of(), 0, 0);

    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch interrupted = new CountDownLatch(1);
    private final CountDownLatch hooked = new CountDownLatch(1);
    private final AtomicReference<Thread> hook = new AtomicReference<>();
    private final AtomicInteger lowerTiers = new AtomicInteger();
    private final List<ChainEvent> events = new CopyOnWriteArrayList<>();
    private final FallbackChain<String, String> chain = chain(tier -> tier.timeLimit(Duration.ofMinutes(5)));

    private FallbackChain<String, String> chain(Consumer<TierSettings<String, String>> settings) {
        return FallbackChain.<String, String>named("cancel")
                .modelWithContext(
                        "model",
                        (in, context) -> {
                            context.onCancel(() -> {
                                hook.set(Thread.currentThread());
                                hooked.countDown();
                            });
                            return in.equals("fast") ? in : blockUntilInterrupted(started, interrupted);
                        },
                        tier -> settings.accept(tier.maxConcurrent(1)
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(5)))))
                .local("net", in -> "net " + lowerTiers.incrementAndGet())
                .listener(events::add)
                .build();
    }

    @AfterEach
    void close() {
        chain.close();
    }

    private static final Map<String, Consumer<CompletableFuture<Result<String>>>> WAYS = Map.of(
            "cancel", future -> future.cancel(true),
            "cancel without interrupting", future -> future.cancel(false),
            "complete", future -> future.complete(OWN),
            "completeExceptionally", future -> future.completeExceptionally(new IllegalStateException("enough")),
            "orTimeout",
                    future -> assertThat(future.orTimeout(1, TimeUnit.MILLISECONDS))
                            .isSameAs(future),
            "completeOnTimeout",
                    future -> assertThat(future.completeOnTimeout(OWN, 1, TimeUnit.MILLISECONDS))
                            .isSameAs(future),
            "completeAsync",
                    future -> assertThat(future.completeAsync(() -> OWN)).isSameAs(future),
            "completeAsync that throws",
                    future -> assertThat(future.completeAsync(() -> {
                                throw new IllegalStateException("enough");
                            }))
                            .isSameAs(future),
            "obtrudeValue", future -> future.obtrudeValue(OWN),
            "obtrudeException", future -> future.obtrudeException(new IllegalStateException("enough")));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cancel", "cancel without interrupting", "complete", "completeExceptionally", "orTimeout",
                "completeOnTimeout", "completeAsync", "completeAsync that throws", "obtrudeValue", "obtrudeException"
            })
    void whatever_ends_the_future_ends_the_call(String way) throws Exception {
        CompletableFuture<Result<String>> future = chain.executeAsync("in");
        opens("the model runs", started);

        end(way, future);

        opens("the model is interrupted", interrupted);
        opens("the cancel hook runs", hooked);
        assertThat(hook.get()).isNotSameAs(Thread.currentThread());
        assertStopped(chain);
        assertThat(future).isDone();
    }

    private static void end(String way, CompletableFuture<Result<String>> future) {
        Consumer<CompletableFuture<Result<String>>> ending = WAYS.get(way);
        assertThat(ending).isNotNull();
        if (ending != null) {
            ending.accept(future);
        }
    }

    private void assertStopped(FallbackChain<String, String> stopped) {
        eventually("the permit is back", () -> stopped.health().tier("model").equals(quiet()));
        eventually("listeners are told", () -> !events.isEmpty());
        assertThat(events).singleElement().isInstanceOfSatisfying(ChainEvent.Unanswered.class, event -> {
            assertThat(event.reason()).isEqualTo(FailureKind.CANCELLED);
            assertThat(event.attempts()).extracting(Attempt::outcome).containsExactly(Outcome.NEUTRAL);
        });
        assertThat(lowerTiers).hasValue(0);
    }

    private static TierHealth quiet() {
        return new TierHealth(
                "model", CircuitState.CLOSED, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD);
    }

    @Test
    void a_tier_without_limit_is_interrupted_too() throws Exception {
        try (FallbackChain<String, String> unlimited = chain(tier -> tier.withoutTimeLimit())) {
            CompletableFuture<Result<String>> future = unlimited.executeAsync("in");
            opens("the model runs", started);

            assertThat(future.cancel(true)).isTrue();

            opens("the model is interrupted", interrupted);
            opens("the cancel hook runs", hooked);
            assertStopped(unlimited);
        }
    }

    @Test
    void the_second_cancellation_and_one_after_the_end_do_nothing() throws Exception {
        CompletableFuture<Result<String>> done = chain.executeAsync("fast");
        assertThat(done.get(30, TimeUnit.SECONDS).value()).isEqualTo("fast");
        assertThat(done.cancel(true)).isFalse();
        assertThat(done.complete(OWN)).isFalse();
        assertThat(done.join().value()).isEqualTo("fast");
        events.clear();

        CompletableFuture<Result<String>> future = chain.executeAsync("in");
        opens("the model runs", started);
        assertThat(future.cancel(true)).isTrue();
        assertThat(future.cancel(true)).isTrue();
        assertThat(future.complete(OWN)).isFalse();

        assertThatThrownBy(future::join).isInstanceOf(CancellationException.class);
        assertStopped(chain);
    }

    @Test
    void a_future_derived_from_it_does_not_pass_its_cancellation_on() throws Exception {
        CompletableFuture<Result<String>> future = chain.executeAsync("in");
        CompletableFuture<String> derived = future.thenApply(Result::value);
        CompletableFuture<Result<String>> copy = future.copy();
        opens("the model runs", started);

        assertThat(derived.cancel(true)).isTrue();
        assertThat(copy.cancel(true)).isTrue();

        assertThat(future).isNotDone();
        assertThat(interrupted.getCount()).isEqualTo(1);
        assertThat(chain.health().tier("model").load().inFlight()).isEqualTo(1);
        assertThat(future.cancel(true)).isTrue();
        opens("the model is interrupted", interrupted);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_nested_chain_is_cancelled_with_the_outer_one(boolean limited) throws Exception {
        try (FallbackChain<String, String> outer = FallbackChain.<String, String>named("outer")
                .tier(chain.asTier("nested", tier -> {
                    if (limited) {
                        tier.timeLimit(Duration.ofMinutes(1)).maxConcurrent(1);
                    }
                }))
                .local("net", in -> "outer net " + lowerTiers.incrementAndGet())
                .build()) {
            CompletableFuture<Result<String>> future = outer.executeAsync("in");
            opens("the model runs", started);

            assertThat(future.cancel(true)).isTrue();

            opens("the model is interrupted", interrupted);
            opens("the cancel hook runs", hooked);
            assertStopped(chain);
            eventually(
                    "the outer permit is back",
                    () -> outer.health().tier("nested").load().inFlight() == 0);
        }
    }

    @Test
    void a_call_that_waits_in_the_users_executor_is_never_made() {
        List<Runnable> queue = new CopyOnWriteArrayList<>();
        try (FallbackChain<String, String> queued = FallbackChain.<String, String>named("cancel")
                .model(
                        "model",
                        in -> "never " + lowerTiers.incrementAndGet(),
                        tier -> tier.maxConcurrent(1)
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(5))))
                .local("net", in -> "net")
                .listener(events::add)
                .workers(queue::add)
                .build()) {
            CompletableFuture<Result<String>> future = queued.executeAsync("in");

            assertThat(future.cancel(true)).isTrue();

            assertThat(queued.health().tier("model")).isEqualTo(quiet());
            queue.forEach(Runnable::run);
            assertStopped(queued);
        }
    }
}
