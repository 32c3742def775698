package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.call.AsyncContextualCall;
import dev.afloat.event.CircuitState;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.Script;
import dev.afloat.testkit.Step;
import dev.afloat.testkit.StubModel;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Under virtual time there is one thread, which never waits; stages are shared there as well. */
class SingleFlightVirtualTimeTest {
    private static final Duration LIMIT = Duration.ofMillis(800);

    private final VirtualTime time = new VirtualTime();
    private final SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);

    @Test
    void a_question_that_comes_while_the_model_takes_its_time_is_a_call_of_its_own() {
        StubModel<String, String> model =
                StubModel.of(time, question -> "answer", Script.always(2, Step.answerAfter(Duration.ofMillis(300))));
        List<Result<String>> meanwhile = new ArrayList<>();
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .modelWithContext("model", flight.calls(model), tier -> tier.timeLimit(LIMIT))
                .local("static", question -> "static")
                .timeSource(time)
                .build()) {
            time.schedule(Duration.ofMillis(100), () -> meanwhile.add(chain.execute("q")));
            assertThat(chain.execute("q").value()).isEqualTo("answer");
            assertThat(meanwhile).extracting(Result::value).containsExactly("answer");
            assertThat(flight.counts()).isEqualTo(new SingleFlight.Counts(2, 0));
        }
    }

    /** The tier has no limit, so nobody leaves. */
    @Test
    void a_stage_that_never_completes_keeps_nobody_for_ever() {
        List<CompletableFuture<String>> made = new ArrayList<>();
        SingleFlight<String, String> joining = flight.joiningFor(LIMIT).timeSource(time);
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .asyncModelWithContext(
                        "model",
                        joining.asyncCalls(question -> {
                            made.add(
                                    made.isEmpty()
                                            ? new CompletableFuture<>()
                                            : CompletableFuture.completedFuture("a"));
                            return made.get(made.size() - 1);
                        }),
                        tier -> tier.withoutTimeLimit())
                .local("static", question -> "static")
                .timeSource(time)
                .build()) {
            CompletableFuture<Result<String>> first = chain.executeAsync("q");
            time.advance(LIMIT);
            CompletableFuture<Result<String>> second = chain.executeAsync("q");
            assertThat(made).hasSize(1);
            time.advance(Duration.ofNanos(1));

            assertThat(chain.executeAsync("q").join().value()).as("asked anew").isEqualTo("a");
            assertThat(first).isNotDone();
            assertThat(second).isNotDone();
            made.get(0).complete("late");
            assertThat(second.join().value()).isEqualTo("late");
        }
    }

    private FallbackChain<String, String> shared(ResponseCache<String, String> cache, int failures) {
        return FallbackChain.<String, String>named("feature")
                .asyncModelWithContext(
                        "model",
                        flight.asyncCalls(question -> {
                            made.add(new CompletableFuture<>());
                            return made.get(made.size() - 1);
                        }),
                        tier -> tier.timeLimit(LIMIT)
                                .circuitBreaker(
                                        CircuitBreakerSpec.consecutiveFailures(failures, Duration.ofMinutes(1))))
                .tier(cache.tier("earlier"))
                .local("static", question -> "static")
                .timeSource(time)
                .build();
    }

    private ResponseCache<String, String> cache() {
        return ResponseCache.<String, String>builder()
                .key(question -> question)
                .scope(Scope.by(question -> question.isEmpty() ? Optional.empty() : Optional.of("tenant")))
                .timeSource(time)
                .build();
    }

    private final List<CompletableFuture<String>> made = new ArrayList<>();

    @Test
    void a_call_that_hangs_is_one_timeout_however_many_wait_for_it() {
        try (FallbackChain<String, String> chain = shared(cache(), 2)) {
            List<CompletableFuture<Result<String>>> all = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                all.add(chain.executeAsync("q"));
                time.advance(Duration.ofMillis(1));
            }
            time.advance(Duration.ofMinutes(1));

            assertThat(all).allSatisfy(asked -> assertThat(asked.join().value()).isEqualTo("static"));
            assertThat(made).hasSize(1);
            assertThat(chain.health().tier("model").circuit())
                    .as("two would open it")
                    .isEqualTo(CircuitState.CLOSED);
        }
    }

    @Test
    void an_answer_that_many_waited_for_is_kept_once() {
        ResponseCache<String, String> cache = cache();
        try (FallbackChain<String, String> chain = shared(cache, 2)) {
            List<CompletableFuture<Result<String>>> all = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                all.add(chain.executeAsync("q"));
            }
            made.get(0).complete("answer");

            assertThat(all).allSatisfy(asked -> assertThat(asked.join().value()).isEqualTo("answer"));
            assertThat(cache.counts().kept()).isEqualTo(1);
        }
    }

    @Test
    void a_question_that_has_no_key_is_no_failure_of_the_model() {
        ResponseCache<String, String> cache = cache();
        SingleFlight<String, String> keyed = SingleFlight.by(cache::keyOf);
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .modelWithContext(
                        "model",
                        keyed.calls(question -> "answer"),
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(1))))
                .local("static", question -> "static")
                .timeSource(time)
                .build()) {
            assertThat(chain.execute("").value()).isEqualTo("static");
            assertThat(chain.execute("q").value()).isEqualTo("answer");
        }
    }

    @Test
    void who_calls_anew_after_waiting_counts_again() {
        AsyncContextualCall<String, String> calls = flight.asyncCalls(question -> {
            throw new IOException("down");
        });
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .asyncModelWithContext(
                        "model",
                        (question, context) -> {
                            context.recordedElsewhere(true); // as if it had waited before
                            return calls.call(question, context);
                        },
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(1))))
                .local("static", question -> "static")
                .timeSource(time)
                .build()) {
            assertThat(chain.execute("q").value()).isEqualTo("static");
            assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
        }
    }

    @Test
    void one_that_leaves_a_stage_hands_on_whose_outcome_is_recorded() {
        List<CompletableFuture<String>> made = new ArrayList<>();
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .asyncModelWithContext(
                        "model",
                        flight.asyncCalls(question -> {
                            made.add(new CompletableFuture<>());
                            return made.get(made.size() - 1);
                        }),
                        tier -> tier.withoutTimeLimit()
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(1))))
                .local("static", question -> "static")
                .timeSource(time)
                .build()) {
            CompletableFuture<Result<String>> first = chain.executeAsync("q");
            CompletableFuture<Result<String>> second = chain.executeAsync("q");
            first.cancel(true);

            made.get(0).completeExceptionally(new IOException("down"));

            assertThat(second.join().value()).isEqualTo("static");
            assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
        }
    }

    @Test
    void of_requests_that_share_a_stage_each_has_its_own_limit() {
        List<CompletableFuture<String>> made = new ArrayList<>();
        SingleFlightAsyncCalls<String, String> calls = new SingleFlightAsyncCalls<>(flight, question -> {
            CompletableFuture<String> stage = new CompletableFuture<>();
            made.add(stage);
            time.schedule(Duration.ofSeconds(1), () -> stage.complete("answer"));
            return stage;
        });
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .asyncModelWithContext(
                        "model", calls, tier -> tier.timeLimit(LIMIT).ownsStage())
                .local("static", question -> "static")
                .timeSource(time)
                .build()) {
            CompletableFuture<Result<String>> first = chain.executeAsync("q");
            time.advance(Duration.ofMillis(500));
            CompletableFuture<Result<String>> second = chain.executeAsync("q");
            time.advance(Duration.ofMillis(400));
            assertThat(first).as("its limit has fired").isCompleted();
            assertThat(first.join().value()).isEqualTo("static");
            assertThat(second).isNotDone();
            time.advance(Duration.ofMillis(100));
            assertThat(second.join().value()).as("of the call of the first").isEqualTo("answer");
            assertThat(made).hasSize(1);
            assertThat(calls.isEmpty()).isTrue();

            assertThat(chain.executeAsync("q")).isNotDone();
            time.advance(LIMIT.plusNanos(1));
            assertThat(made.get(1)).as("nobody waits").isCancelled();
        }
    }

    /** Engine 61, D28: behind a cache, where the tier has no breaker that would count all hundred. */
    @Test
    void a_hundred_that_share_a_failing_stage_fall_back_and_the_next_one_asks_anew() {
        ResponseCache<String, String> cache = ResponseCache.<String, String>builder()
                .key(question -> question)
                .scope(Scope.shared())
                .freshFor(Duration.ofMinutes(1))
                .timeSource(time)
                .build();
        List<CompletableFuture<String>> made = new ArrayList<>();
        SingleFlightAsyncCalls<String, String> calls = new SingleFlightAsyncCalls<>(flight, question -> {
            made.add(new CompletableFuture<>());
            return made.get(made.size() - 1);
        });
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .tier(cache.freshTier("fresh"))
                .asyncModelWithContext("model", calls, tier -> tier.ownsStage().withoutCircuitBreaker())
                .tier(cache.tier("stale"))
                .local("static", question -> "static")
                .timeSource(time)
                .build()) {
            List<CompletableFuture<Result<String>>> all = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                all.add(chain.executeAsync("q"));
            }
            assertThat(made).hasSize(1);
            made.get(0).completeExceptionally(new IOException("down"));
            assertThat(all).allSatisfy(each -> assertThat(each.join().tier()).isEqualTo("static"));
            assertThat(cache.size()).isZero();

            List<CompletableFuture<Result<String>>> next = List.of(chain.executeAsync("q"), chain.executeAsync("q"));
            assertThat(made).hasSize(2);
            made.get(1).complete("answer");
            assertThat(next).allSatisfy(each -> assertThat(each.join().value()).isEqualTo("answer"));
            assertThat(chain.execute("q").tier()).isEqualTo("fresh");
            assertThat(calls.isEmpty()).isTrue();
        }
    }
}
