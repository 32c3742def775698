package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.call.AsyncContextualCall;
import dev.afloat.call.ModelCall;
import dev.afloat.cascade.FlightCrowd.Caller;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.LlmHttpException;
import dev.afloat.guard.RateLimits;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Single flight inside the tiers of chains. */
@Timeout(120)
class SingleFlightChainTest {
    private static final int ALL = 100;
    private static final Duration LONG = Duration.ofSeconds(60);

    private final SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);
    private final CircuitBreaker breaker = CircuitBreaker.of(
            "model", CircuitBreakerConfig.custom().minimumNumberOfCalls(1_000).build());

    private static FallbackChainBuilder<String, String> chain() {
        return FallbackChain.named("feature");
    }

    @Test
    void a_fresh_cache_in_front_and_a_flight_behind_make_one_call_of_a_hundred_questions() throws Exception {
        Map<String, String> kept = new ConcurrentHashMap<>();
        try (FlightCrowd crowd = new FlightCrowd();
                FallbackChain<String, String> chain = chain().lookup(
                                "fresh",
                                question -> Optional.ofNullable(kept.get(question)),
                                tier -> tier.freshOnly()
                                        .onAccepted((question, answer, context) -> kept.put(question, answer)))
                        .modelWithContext("model", flight.calls(crowd::answer), tier -> tier.timeLimit(LONG))
                        .local("static", question -> "static")
                        .build()) {
            List<Caller<Result<String>>> callers = crowd.callers(ALL, () -> chain.execute("q"));
            FlightCrowd.awaitJoined(flight, ALL - 1);
            crowd.let.countDown();
            for (Caller<Result<String>> caller : callers) {
                assertThat(caller.outcome().value()).isEqualTo("q 1");
                assertThat(caller.outcome().degraded()).isFalse();
            }
            FlightCrowd.await("the answer is kept", () -> kept.containsKey("q"));
            assertThat(chain.execute("q").tier()).isEqualTo("fresh");
            assertThat(crowd.calls).hasValue(1);
        }
    }

    /** The first call hangs, and its caller has little time; the others have more. */
    @Test
    void whoever_has_time_left_when_another_ones_limit_fires_has_the_model_called_anew() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd();
                FallbackChain<String, String> chain = chain().modelWithContext(
                                "model", flight.calls(crowd::answer), tier -> tier.timeLimit(LONG))
                        .local("static", question -> "static")
                        .build()) {
            Caller<Result<String>> first =
                    crowd.caller(() -> chain.execute("q", Deadline.after(Duration.ofMillis(500))));
            crowd.awaitInside();
            List<Caller<Result<String>>> others = crowd.callers(10, () -> chain.execute("q"));

            assertThat(first.outcome().value()).isEqualTo("static");
            for (Caller<Result<String>> other : others) {
                assertThat(other.outcome().value()).startsWith("q ").isNotEqualTo("q 1");
            }
        }
    }

    @Test
    void one_that_waits_has_a_limit_of_its_own() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd();
                FallbackChain<String, String> chain = chain().modelWithContext(
                                "model", flight.calls(crowd::answer), tier -> tier.timeLimit(LONG))
                        .local("static", question -> "static")
                        .build()) {
            Caller<Result<String>> first = crowd.caller(() -> chain.execute("q"));
            crowd.awaitInside();
            Result<String> second = chain.execute("q", Deadline.after(Duration.ofMillis(50)));
            assertThat(second.value()).isEqualTo("static");
            assertThat(second.reason()).contains(FailureKind.OUT_OF_TIME);
            crowd.let.countDown();
            assertThat(first.outcome().value()).isEqualTo("q 1");
        }
    }

    @Test
    void a_caller_that_is_interrupted_takes_nobody_along() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd();
                FallbackChain<String, String> chain = chain().modelWithContext(
                                "model", flight.calls(crowd::answer), tier -> tier.timeLimit(LONG))
                        .local("static", question -> "static")
                        .build()) {
            Caller<Result<String>> first = crowd.caller(() -> chain.execute("q"));
            crowd.awaitInside();
            List<Caller<Result<String>>> others = crowd.callers(20, () -> chain.execute("q"));
            FlightCrowd.awaitJoined(flight, 20);
            first.interrupt();
            assertThat(first.failure()).isInstanceOf(ChainCancelledException.class);
            for (Caller<Result<String>> other : others) {
                assertThat(other.outcome().value()).startsWith("q ").isNotEqualTo("q 1");
            }
        }
    }

    private static String failing(FlightCrowd crowd, String question) throws Exception {
        throw new IOException(crowd.answer(question));
    }

    private void failTogether(FlightCrowd crowd, FallbackChain<String, String> chain) throws Exception {
        List<Caller<Result<String>>> callers = crowd.callers(ALL, () -> chain.execute("q"));
        FlightCrowd.awaitJoined(flight, ALL - 1);
        crowd.let.countDown();
        for (Caller<Result<String>> caller : callers) {
            assertThat(caller.outcome().value()).isEqualTo("static");
        }
        assertThat(crowd.calls).hasValue(1);
    }

    /** As they are told apart by who recorded them: one of its own, and those of the others. */
    @Test
    void a_failure_that_all_shared_counts_once() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd();
                FallbackChain<String, String> chain = chain().modelWithContext(
                                "model",
                                flight.calls(question -> failing(crowd, question)),
                                tier -> tier.timeLimit(LONG).circuitBreaker(breaker))
                        .local("static", question -> "static")
                        .build()) {
            failTogether(crowd, chain);
            assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(1);
            assertThat(breaker.getMetrics().getNumberOfSuccessfulCalls()).isZero();
        }
    }

    @Test
    void a_poor_answer_that_all_shared_counts_once() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd();
                FallbackChain<String, String> chain = chain().modelWithContext(
                                "model",
                                flight.calls(crowd::answer),
                                tier -> tier.timeLimit(LONG)
                                        .circuitBreaker(breaker)
                                        .check("poor", answer -> false))
                        .local("static", question -> "static")
                        .build()) {
            failTogether(crowd, chain);
            assertThat(breaker.getMetrics().getNumberOfFailedCalls()).isEqualTo(1);
            assertThat(chain.health().tier("model").quality().failures()).isEqualTo(Map.of("poor", 1L));
        }
    }

    /** Without a usable wait the second one would hold it for longer than the first, and so on. */
    @Test
    void a_rate_limit_that_all_shared_holds_the_tier_as_one_does() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd();
                FallbackChain<String, String> chain = chain().modelWithContext(
                                "model",
                                flight.calls(question -> {
                                    String unused = crowd.answer(question);
                                    throw new LlmHttpException(429, null, null);
                                }),
                                tier -> tier.timeLimit(LONG))
                        .local("static", question -> "static")
                        .build()) {
            failTogether(crowd, chain);
            assertThat(chain.health().tier("model").heldFor()).isBetween(Duration.ofNanos(1), RateLimits.FIRST_HOLD);
        }
    }

    /** Engine 61, D28 */
    @Test
    void after_a_failure_that_a_hundred_shared_the_next_question_is_a_new_call() throws Exception {
        try (FlightCrowd crowd = new FlightCrowd();
                FallbackChain<String, String> chain = chain().modelWithContext(
                                "model",
                                flight.calls(question ->
                                        crowd.calls.get() == 0 ? failing(crowd, question) : crowd.answer(question)),
                                tier -> tier.timeLimit(LONG).withoutCircuitBreaker())
                        .local("static", question -> "static")
                        .build()) {
            failTogether(crowd, chain);
            assertThat(chain.execute("q").value()).isEqualTo("q 2");
            assertThat(chain.executeAsync("q").get(60, TimeUnit.SECONDS).value())
                    .isEqualTo("q 3");
        }
    }

    @Test
    void asynchronous_requests_share_a_stage_and_the_last_to_leave_cancels_it() throws Exception {
        List<CompletableFuture<String>> made = new CopyOnWriteArrayList<>();
        ModelCall<String, CompletableFuture<String>> client = question -> {
            CompletableFuture<String> stage = new CompletableFuture<>();
            made.add(stage);
            return stage;
        };
        AsyncContextualCall<String, String> calls = flight.asyncCalls(client::call);
        AtomicInteger shares = new AtomicInteger();
        try (FallbackChain<String, String> chain = chain().asyncModelWithContext(
                        "model",
                        (question, context) -> {
                            CompletionStage<? extends String> share = calls.call(question, context);
                            shares.incrementAndGet();
                            return share;
                        },
                        tier -> tier.timeLimit(LONG))
                .local("static", question -> "static")
                .build()) {
            CompletableFuture<Result<String>> first = chain.executeAsync("q");
            CompletableFuture<Result<String>> second = chain.executeAsync("q");
            FlightCrowd.await("both have a share", () -> shares.get() == 2);
            assertThat(first.cancel(true)).isTrue();
            FlightCrowd.await(
                    "one has left", () -> chain.health().tier("model").load().inFlight() == 1);
            assertThat(made).hasSize(1);
            assertThat(made.get(0)).isNotDone();

            assertThat(second.cancel(true)).isTrue();
            FlightCrowd.await("the call is cancelled", () -> made.get(0).isCancelled());

            CompletableFuture<Result<String>> third = chain.executeAsync("q");
            FlightCrowd.await("a new call", () -> made.size() == 2);
            made.get(1).complete("answer");
            assertThat(third.get(60, TimeUnit.SECONDS).value()).isEqualTo("answer");
        }
    }
}
