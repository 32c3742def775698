package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;

class FallbackOrderTest {
    private static final CircuitBreakerSpec ONE_FAILURE =
            CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(10));

    private final VirtualTime time = new VirtualTime();
    private final List<String> order = new ArrayList<>();
    private final List<ChainEvent> events = new ArrayList<>();

    private FallbackChainBuilder<String, String> chain() {
        return FallbackChain.<String, String>named("search").timeSource(time);
    }

    private String fails(String tier) throws IOException {
        order.add(tier);
        throw new IOException(tier + " is down");
    }

    private String answers(String tier) {
        order.add(tier);
        return tier;
    }

    @Test
    void the_first_tier_answers_and_no_other_is_called() {
        FallbackChain<String, String> chain = chain().model("first", in -> answers("first"))
                .local("last", in -> answers("last"))
                .build();

        Result<String> result = chain.execute("in");

        assertThat(order).containsExactly("first");
        assertThat(result.attempts()).extracting(Attempt::tier).containsExactly("first");
        AfloatAssertions.assertThat(result).hasValue("first").isNotDegraded().hasAttempt("first", Outcome.SUCCESS);
    }

    @Test
    void tiers_are_called_in_their_order_until_one_answers() {
        FallbackChain<String, String> chain = chain().model("first", in -> fails("first"))
                .lookup("second", in -> {
                    order.add("second");
                    return Optional.empty();
                })
                .model("third", in -> fails("third"))
                .local("fourth", in -> answers("fourth"))
                .local("fifth", in -> answers("fifth"))
                .build();

        Result<String> result = chain.execute("in");

        assertThat(order).containsExactly("first", "second", "third", "fourth");
        assertThat(result.attempts())
                .extracting(Attempt::toString)
                .containsExactly(
                        "first ERROR UNAVAILABLE (IOException) after 0 ms",
                        "second MISS after 0 ms",
                        "third ERROR UNAVAILABLE (IOException) after 0 ms",
                        "fourth SUCCESS after 0 ms");
    }

    @Test
    void skipped_tiers_are_attempts_with_the_reason() {
        StubModel<String, String> deaf = StubModel.of(
                time, in -> "never", Script.of(Step.hangIgnoringInterrupts(Duration.ofMinutes(1)), Step.fail()));
        FallbackChain<String, String> chain = chain().within(Duration.ofSeconds(1))
                .model("open", in -> fails("open"), tier -> tier.circuitBreaker(ONE_FAILURE))
                .model(
                        "full",
                        deaf,
                        tier -> tier.timeLimit(Duration.ofMillis(700)).maxConcurrent(1))
                .lookup("slow", in -> {
                    time.pause(Duration.ofMillis(200));
                    return Optional.empty();
                })
                .model("late", in -> fails("late"), tier -> tier.minimumTime(Duration.ofMillis(150)))
                .local("net", in -> answers("net"))
                .build();
        chain.execute("opens the first and fills the second");
        order.clear();

        Result<String> result = chain.execute("in", Deadline.after(Duration.ofMillis(349), time));

        assertThat(order).containsExactly("net");
        assertThat(result.attempts())
                .extracting(Attempt::toString)
                .containsExactly(
                        "open SKIPPED CIRCUIT_OPEN",
                        "full SKIPPED SATURATED",
                        "slow MISS after 200 ms",
                        "late SKIPPED OUT_OF_TIME",
                        "net SUCCESS after 0 ms");
        assertThat(result.attempts().get(0).duration()).isZero();
        assertThat(result.attempts().get(0).cause()).isEmpty();
        assertThat(result.reason()).contains(FailureKind.CIRCUIT_OPEN);
    }

    @Test
    void a_full_tier_takes_no_probe_of_its_breaker() {
        StubModel<String, String> deaf = StubModel.of(
                time,
                in -> "back",
                Script.of(Step.hangIgnoringInterrupts(Duration.ofSeconds(15)), Step.answerAfter(Duration.ZERO)));
        FallbackChain<String, String> chain = chain().model(
                        "model",
                        deaf,
                        tier -> tier.timeLimit(Duration.ofSeconds(1))
                                .circuitBreaker(ONE_FAILURE)
                                .maxConcurrent(1))
                .local("net", in -> answers("net"))
                .build();
        chain.execute("opens the breaker and keeps its permit for 15 s");

        Result<String> whileOpen = chain.execute("in");
        time.advance(Duration.ofSeconds(10));
        Result<String> whenDue = chain.execute("in");

        assertThat(whileOpen.attempts().get(0).kind()).contains(FailureKind.SATURATED);
        assertThat(whenDue.attempts().get(0).kind()).contains(FailureKind.SATURATED);
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
        time.advance(Duration.ofSeconds(5));
        AfloatAssertions.assertThat(chain.execute("in")).wasServedBy("model");
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void an_open_breaker_gives_the_permit_back() {
        FallbackChain<String, String> chain = chain().model(
                        "model",
                        in -> fails("model"),
                        tier -> tier.circuitBreaker(ONE_FAILURE).maxConcurrent(1))
                .local("net", in -> answers("net"))
                .build();

        chain.execute("opens");
        Result<String> second = chain.execute("in");
        Result<String> third = chain.execute("in");

        assertThat(second.attempts().get(0).kind()).contains(FailureKind.CIRCUIT_OPEN);
        assertThat(third.attempts().get(0).kind()).contains(FailureKind.CIRCUIT_OPEN);
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
    }

    @Test
    void events_tell_of_each_fallback_and_of_the_answer() {
        FallbackChain<String, String> chain = chain().model("first", in -> fails("first"))
                .lookup("second", in -> Optional.empty())
                .local("third", in -> answers("third"))
                .listener(events::add)
                .build();

        Result<String> result = chain.execute("in");

        List<Attempt> attempts = result.attempts();
        long number = Long.parseUnsignedLong(result.requestId(), 16);
        assertThat(events)
                .containsExactly(
                        new ChainEvent.FellBack("search", number, attempts.get(0), "second", FailureKind.UNAVAILABLE),
                        new ChainEvent.FellBack("search", number, attempts.get(1), "third", FailureKind.MISS),
                        new ChainEvent.Answered(
                                "search",
                                number,
                                attempts,
                                Level.RULE_BASED,
                                true,
                                FailureKind.UNAVAILABLE,
                                null,
                                false,
                                0));
        assertThat(events)
                .allSatisfy(event ->
                        assertThat(((ChainEvent.OfRequest) event).requestId()).isEqualTo(result.requestId()));
    }

    @Test
    void an_event_tells_that_nobody_answered() {
        FallbackChain<String, String> chain = chain().model("first", in -> {
                    time.pause(Duration.ofMillis(30));
                    throw new TimeoutException("of the client");
                })
                .model("second", in -> fails("second"))
                .withoutSafetyNet()
                .listener(events::add)
                .build();

        assertThatThrownBy(() -> chain.execute("in")).isInstanceOf(ChainExhaustedException.class);

        assertThat(events).hasSize(2);
        assertThat(events.get(0)).isInstanceOf(ChainEvent.FellBack.class);
        assertThat(events.get(1)).isInstanceOfSatisfying(ChainEvent.Unanswered.class, event -> {
            assertThat(event.feature()).isEqualTo("search");
            assertThat(event.requestId()).isEqualTo(((ChainEvent.OfRequest) events.get(0)).requestId());
            assertThat(event.attempts()).extracting(Attempt::tier).containsExactly("first", "second");
            assertThat(event.reason()).isEqualTo(FailureKind.TIMEOUT);
            assertThat(event.latency()).isEqualTo(Duration.ofMillis(30));
        });
    }

    @Test
    void a_listener_that_throws_changes_nothing() {
        FallbackChain<String, String> chain = chain().model("first", in -> fails("first"))
                .local("net", in -> answers("net"))
                .listener(event -> {
                    throw new AssertionError("listener");
                })
                .listener(events::add)
                .build();

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("net").isDegradedBy(FailureKind.UNAVAILABLE);
        assertThat(events).hasSize(2);
        assertThat(chain.health().tier("first").load().inFlight()).isZero();
    }
}
