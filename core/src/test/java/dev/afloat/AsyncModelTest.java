package dev.afloat;

import static dev.afloat.Eventually.eventually;
import static dev.afloat.Eventually.opens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.call.AsyncModelCall;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.QualityHealth;
import dev.afloat.guard.TierHealth;
import dev.afloat.guard.TierLoad;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A model that returns a stage, asked by a caller that waits and by one that does not. */
@Tag("real-clock")
@Timeout(120)
class AsyncModelTest {
    private static final Duration SHORT = Duration.ofMillis(500);

    /** How the chain is asked. */
    enum Form {
        SYNC,
        ASYNC;

        Result<String> ask(FallbackChain<String, String> chain) throws Throwable {
            if (this == SYNC) {
                return chain.execute("in");
            }
            try {
                return chain.executeAsync("in").get(30, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                throw e.getCause();
            }
        }
    }

    private final List<String> kept = new CopyOnWriteArrayList<>();
    private final List<ChainEvent> events = new CopyOnWriteArrayList<>();

    private FallbackChain<String, String> chain(
            AsyncModelCall<String, String> model, Consumer<TierSettings<String, String>> settings) {
        return FallbackChain.<String, String>named("stages")
                .asyncModel(
                        "model",
                        model,
                        tier -> settings.accept(tier.maxConcurrent(1)
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(5)))))
                .local("net", in -> "net")
                .onAccepted((in, out, context) -> kept.add(out))
                .listener(events::add)
                .build();
    }

    private static CompletionStage<String> laterOnAThreadOfTheUsers(
            Runnable completion, CompletableFuture<String> stage) {
        Thread user = new Thread(completion, "user");
        user.setDaemon(true);
        user.start();
        return stage;
    }

    private static Attempt firstAttempt(Result<String> result) {
        return result.attempts().get(0);
    }

    private static void assertQuiet(FallbackChain<String, String> chain, CircuitState circuit) {
        TierHealth quiet =
                new TierHealth("model", circuit, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD);
        eventually(
                "permit back, breaker " + circuit,
                () -> chain.health().tier("model").equals(quiet));
    }

    @ParameterizedTest
    @EnumSource
    void an_answer_counts_whenever_the_stage_is_completed(Form form) throws Throwable {
        AsyncModelCall<String, String> already = in -> CompletableFuture.completedFuture("now");
        AsyncModelCall<String, String> later = in -> {
            CompletableFuture<String> stage = new CompletableFuture<>();
            return laterOnAThreadOfTheUsers(() -> stage.complete("later"), stage);
        };
        for (boolean limited : new boolean[] {true, false}) {
            Consumer<TierSettings<String, String>> settings = tier -> {
                if (!limited) {
                    tier.withoutTimeLimit();
                }
            };
            try (FallbackChain<String, String> now = chain(already, settings);
                    FallbackChain<String, String> then = chain(later, settings)) {
                assertThat(form.ask(now).value()).isEqualTo("now");
                assertThat(form.ask(then).value()).isEqualTo("later");
                assertQuiet(then, CircuitState.CLOSED);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_failed_stage_is_an_error_of_the_tier_and_its_wrapper_is_taken_off(Form form) throws Throwable {
        IOException down = new IOException("down");
        List<AsyncModelCall<String, String>> ways = List.of(
                in -> CompletableFuture.failedFuture(down),
                in -> CompletableFuture.failedFuture(new CompletionException(down)),
                in -> CompletableFuture.<String>failedFuture(down).thenApply(x -> x),
                in -> {
                    throw down;
                },
                in -> {
                    CompletableFuture<String> stage = new CompletableFuture<>();
                    return laterOnAThreadOfTheUsers(() -> stage.completeExceptionally(down), stage);
                });
        for (AsyncModelCall<String, String> way : ways) {
            try (FallbackChain<String, String> chain = chain(way, tier -> {})) {
                Result<String> result = form.ask(chain);

                assertThat(result.value()).isEqualTo("net");
                assertThat(firstAttempt(result).outcome()).isEqualTo(Outcome.ERROR);
                assertThat(firstAttempt(result).cause()).containsSame(down);
                assertQuiet(chain, CircuitState.OPEN);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    @SuppressWarnings("NullAway") // a model written without nullness annotations
    void no_stage_and_a_stage_of_nothing_are_malformed_answers(Form form) throws Throwable {
        List<AsyncModelCall<String, String>> ways = List.of(in -> null, in -> CompletableFuture.completedFuture(null));
        for (AsyncModelCall<String, String> way : ways) {
            try (FallbackChain<String, String> chain = chain(way, tier -> tier.check("any", out -> true))) {
                Result<String> result = form.ask(chain);

                assertThat(result.reason()).contains(FailureKind.MALFORMED);
                assertThat(firstAttempt(result).code()).contains("null-answer");
                assertQuiet(chain, CircuitState.OPEN);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_error_in_a_stage_is_the_callers_to_see_but_for_those_of_the_code(Form form) throws Throwable {
        AssertionError bug = new AssertionError("a bug of the model's");
        try (FallbackChain<String, String> chain = chain(in -> CompletableFuture.failedFuture(bug), tier -> {})) {
            assertThatThrownBy(() -> form.ask(chain)).isSameAs(bug);
            assertQuiet(chain, CircuitState.OPEN);
        }
        try (FallbackChain<String, String> chain =
                chain(in -> CompletableFuture.failedFuture(new StackOverflowError()), tier -> {})) {
            assertThat(form.ask(chain).value()).isEqualTo("net");
            assertQuiet(chain, CircuitState.OPEN);
        }
    }

    /** resilience4j#1464 */
    @ParameterizedTest
    @EnumSource
    void a_model_that_blocks_before_it_returns_its_stage_is_under_the_limit_too(Form form) throws Throwable {
        CountDownLatch interrupted = new CountDownLatch(1);
        AsyncModelCall<String, String> blocks = in ->
                CompletableFuture.completedFuture(Eventually.blockUntilInterrupted(new CountDownLatch(1), interrupted));
        try (FallbackChain<String, String> chain = chain(blocks, tier -> tier.timeLimit(SHORT))) {
            Result<String> result = form.ask(chain);

            assertThat(result.reason()).contains(FailureKind.TIMEOUT);
            opens("the model is interrupted", interrupted);
            assertQuiet(chain, CircuitState.OPEN);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_late_stage_changes_nothing_and_gives_the_permit_back_only_then(Form form) throws Throwable {
        CompletableFuture<String> stage = new CompletableFuture<>();
        try (FallbackChain<String, String> chain = chain(in -> stage, tier -> tier.timeLimit(SHORT))) {
            Result<String> result = form.ask(chain);
            assertThat(result.reason()).contains(FailureKind.TIMEOUT);
            assertThat(stage).as("nobody's but the user's").isNotDone();
            eventually(
                    "it counts as abandoned",
                    () -> chain.health().tier("model").load().abandoned() == 1);
            TierHealth late = chain.health().tier("model");
            assertThat(late.circuit()).isEqualTo(CircuitState.OPEN);
            assertThat(late.load().inFlight()).isEqualTo(1);
            assertThat(late.load().oldestAbandoned()).isPositive();
            int told = events.size();

            stage.complete("late");

            assertQuiet(chain, CircuitState.OPEN);
            assertThat(events).hasSize(told);
            assertThat(kept).isEmpty();
            assertThat(result.value()).isEqualTo("net");
            assertThat(result.attempts()).hasSize(2);
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_stage_that_the_tier_owns_is_cancelled_with_its_call(Form form) throws Throwable {
        CompletableFuture<String> stage = new CompletableFuture<>();
        try (FallbackChain<String, String> chain =
                chain(in -> stage, tier -> tier.timeLimit(SHORT).ownsStage())) {
            assertThat(form.ask(chain).reason()).contains(FailureKind.TIMEOUT);

            eventually("the stage is cancelled", stage::isCancelled);
            assertQuiet(chain, CircuitState.OPEN);
        }
    }
}
