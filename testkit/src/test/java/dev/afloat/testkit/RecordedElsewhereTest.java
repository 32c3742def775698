package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.call.CallContext;
import dev.afloat.call.ContextualCall;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.LlmHttpException;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.TierHealth;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.quality.LatencyBound;
import dev.afloat.testkit.AsyncScenario.Form;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A call that waits for an equal one: what comes of it is recorded where that one is made, and nowhere else. */
class RecordedElsewhereTest {
    private static final CircuitBreakerSpec ONE_FAILURE =
            CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(1));

    private final VirtualTime time = new VirtualTime();

    /** Which code of which tier says so. */
    enum Shape {
        CONTEXTUAL,
        ON_CALLER,
        STAGE
    }

    /** What comes of the call. */
    enum End {
        FAILS(Outcome.ERROR),
        IS_LIMITED(Outcome.NEUTRAL),
        IS_LATE(Outcome.TIMEOUT),
        IS_POOR(Outcome.QUALITY_FAILURE),
        IS_GOOD(Outcome.SUCCESS);

        final Outcome outcome;

        End(Outcome outcome) {
            this.outcome = outcome;
        }
    }

    static Stream<Arguments> all() {
        return Stream.of(Form.values())
                .flatMap(form -> Stream.of(Shape.values())
                        .flatMap(shape -> Stream.of(End.values())
                                .filter(end -> shape != Shape.ON_CALLER || end != End.IS_LATE)
                                .map(end -> Arguments.of(form, shape, end))));
    }

    private String come(End end) throws Exception {
        switch (end) {
            case FAILS -> throw new IOException("down");
            case IS_LIMITED -> throw new LlmHttpException(429, null, null);
            case IS_LATE -> time.pause(Duration.ofMinutes(5));
            case IS_POOR, IS_GOOD -> {}
        }
        return end == End.IS_POOR ? "poor" : "good";
    }

    private FallbackChain<String, String> chain(Shape shape, ContextualCall<String, String> code) {
        FallbackChainBuilder<String, String> chain =
                FallbackChain.<String, String>named("search").timeSource(time);
        Consumer<TierSettings<String, String>> guarded = tier -> tier.timeLimit(Duration.ofSeconds(1))
                .circuitBreaker(ONE_FAILURE)
                .check("good", out -> out.equals("good"));
        switch (shape) {
            case CONTEXTUAL -> chain.modelWithContext("model", code, guarded);
            case ON_CALLER ->
                chain.modelWithContext(
                        "model",
                        code,
                        tier -> guarded.andThen(TierSettings::withoutTimeLimit).accept(tier));
            case STAGE -> chain.asyncModelWithContext("model", (in, context) -> stage(code, in, context), guarded);
        }
        return chain.local("net", in -> "net").build();
    }

    private static CompletableFuture<String> stage(
            ContextualCall<String, String> code, String in, CallContext context) {
        try {
            return CompletableFuture.completedFuture(code.call(in, context));
        } catch (Exception e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private Result<String> ask(FallbackChain<String, String> chain, Form form) {
        if (form == Form.SYNC) {
            return chain.execute("in");
        }
        CompletableFuture<Result<String>> asked = chain.executeAsync("in");
        time.advance(Duration.ofMillis(1500)); // beyond the limit, within a hold
        return asked.join();
    }

    @ParameterizedTest
    @MethodSource("all")
    void nothing_takes_note_of_it_and_the_attempt_reads_as_it_is(Form form, Shape shape, End end) {
        FallbackChain<String, String> chain = chain(shape, (in, context) -> {
            context.recordedElsewhere(true);
            return come(end);
        });

        Result<String> result = ask(chain, form);
        TierHealth health = chain.health().tier("model");

        assertThat(result.attempts().get(0).outcome()).isEqualTo(end.outcome);
        assertThat(result.tier()).isEqualTo(end == End.IS_GOOD ? "model" : "net");
        assertThat(health.circuit()).isEqualTo(CircuitState.CLOSED);
        assertThat(health.held()).isNull();
        assertThat(health.quality().failures()).isEmpty();
        assertThat(ask(chain, form).attempts().get(0).outcome()).isEqualTo(end.outcome);
    }

    @ParameterizedTest
    @MethodSource("all")
    void one_that_goes_on_by_itself_counts_as_any_other(Form form, Shape shape, End end) {
        FallbackChain<String, String> chain = chain(shape, (in, context) -> {
            context.recordedElsewhere(true);
            context.recordedElsewhere(false);
            return come(end);
        });

        ask(chain, form);
        TierHealth health = chain.health().tier("model");

        boolean counts = end != End.IS_GOOD && end != End.IS_LIMITED;
        assertThat(health.circuit()).isEqualTo(counts ? CircuitState.OPEN : CircuitState.CLOSED);
        assertThat(health.held()).isEqualTo(end == End.IS_LIMITED ? FailureKind.RATE_LIMITED : null);
        assertThat(health.quality().failures().size()).isEqualTo(end == End.IS_POOR ? 1 : 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void how_long_it_took_is_no_sample_of_the_tiers_latency(boolean anothers) {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .modelWithContext(
                        "model",
                        (in, context) -> {
                            context.recordedElsewhere(anothers);
                            return come(End.IS_GOOD);
                        },
                        tier -> tier.latency(LatencyBound.p95(Duration.ofMillis(100))))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        chain.execute("in");

        assertThat(chain.health().tier("model").quality().latencies().get(0).samples())
                .isEqualTo(anothers ? 0 : 1);
    }

    @Test
    void a_tier_that_comes_after_one_that_was_told_nothing_can_say_so_too() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .lookup("fresh", in -> Optional.empty())
                .modelWithContext(
                        "model",
                        (in, context) -> {
                            context.recordedElsewhere(true);
                            return come(End.FAILS);
                        },
                        tier -> tier.withoutTimeLimit().circuitBreaker(ONE_FAILURE))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        chain.execute("in");

        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void who_keeps_the_context_of_a_call_that_has_ended_says_nothing_of_the_next_tiers() {
        List<CallContext> kept = new ArrayList<>();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .modelWithContext(
                        "model",
                        (in, context) -> {
                            kept.add(context);
                            return come(End.FAILS);
                        },
                        TierSettings::withoutTimeLimit)
                .model(
                        "smaller",
                        in -> {
                            kept.get(0).recordedElsewhere(true);
                            return come(End.FAILS);
                        },
                        tier -> tier.withoutTimeLimit().circuitBreaker(ONE_FAILURE))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        chain.execute("in");

        assertThat(kept.get(0).tier()).isEqualTo("model");
        assertThat(chain.health().tier("smaller").circuit()).isEqualTo(CircuitState.OPEN);
    }
}
