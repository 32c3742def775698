package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.call.ModelCall;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.TierHealth;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InterruptTest {
    private static final Duration OPEN_FOR = Duration.ofSeconds(10);

    private final VirtualTime time = new VirtualTime();
    private final List<ChainEvent> events = new ArrayList<>();
    private int lowerTiers;

    /** Whether the tier runs on a worker or on the caller's thread. */
    enum Runs {
        WORKER,
        CALLER;

        <I, O> Consumer<TierSettings<I, O>> settings() {
            return tier -> {
                tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, OPEN_FOR))
                        .maxConcurrent(1);
                if (this == CALLER) {
                    tier.withoutTimeLimit();
                } else {
                    tier.timeLimit(Duration.ofMillis(800));
                }
            };
        }
    }

    @AfterEach
    void clear_the_flag() {
        Thread.interrupted();
    }

    private FallbackChain<String, String> chain(ModelCall<String, String> model, Runs on) {
        return chain(model, on.settings()).build();
    }

    private FallbackChainBuilder<String, String> chain(
            ModelCall<String, String> model, Consumer<TierSettings<String, String>> settings) {
        return FallbackChain.<String, String>named("search")
                .model("model", model, settings)
                .local("net", in -> {
                    lowerTiers++;
                    return "net";
                })
                .timeSource(time)
                .listener(events::add);
    }

    private void assertCancelled(FallbackChain<String, String> chain) {
        assertThatThrownBy(() -> chain.execute("in"))
                .isInstanceOf(ChainCancelledException.class)
                .hasMessage("A call of 'search' was cancelled: its thread was interrupted. No lower tier was tried.");
        assertThat(Thread.currentThread().isInterrupted()).as("interrupt flag").isTrue();
        assertThat(lowerTiers).as("calls of lower tiers").isZero();
        assertThat(events)
                .last()
                .isInstanceOfSatisfying(
                        ChainEvent.Unanswered.class,
                        event -> assertThat(event.reason()).isEqualTo(FailureKind.CANCELLED));
        TierHealth health = chain.health().tier("model");
        assertThat(health.circuit()).isEqualTo(CircuitState.CLOSED);
        assertThat(health.load().inFlight()).isZero();
        assertThat(health.load().abandoned()).isZero();
    }

    private ChainEvent.Unanswered unanswered() {
        return (ChainEvent.Unanswered) events.get(events.size() - 1);
    }

    @ParameterizedTest
    @EnumSource
    void an_interrupted_caller_starts_no_tier(Runs on) {
        int[] calls = {0};
        FallbackChain<String, String> chain = chain(in -> in + calls[0]++, on);

        Thread.currentThread().interrupt();

        assertCancelled(chain);
        assertThat(calls[0]).isZero();
        assertThat(unanswered().attempts()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void an_interrupt_during_a_call_ends_it_at_once(Runs on) {
        FallbackChain<String, String> chain = chain(
                in -> {
                    time.pause(Duration.ofSeconds(9));
                    return in;
                },
                on);
        Thread caller = Thread.currentThread();

        time.schedule(Duration.ofMillis(300), caller::interrupt);

        assertCancelled(chain);
        assertThat(unanswered().attempts())
                .extracting(Attempt::toString)
                .containsExactly("model NEUTRAL CANCELLED" + causeOn(on) + " after 300 ms");
        assertThat(unanswered().latency()).isEqualTo(Duration.ofMillis(300));
    }

    private static String causeOn(Runs on) {
        return on == Runs.CALLER ? " (Unwound)" : "";
    }

    @ParameterizedTest
    @EnumSource
    void an_interrupt_between_two_tiers_starts_no_lower_one(Runs on) {
        FallbackChain<String, String> chain = chain(
                        in -> {
                            throw new IllegalStateException("down");
                        },
                        tier -> on.<String, String>settings().accept(tier.withoutCircuitBreaker()))
                .listener(event -> {
                    if (event instanceof ChainEvent.FellBack) {
                        Thread.currentThread().interrupt();
                    }
                })
                .build();

        assertThatThrownBy(() -> chain.execute("in")).isInstanceOf(ChainCancelledException.class);

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThat(lowerTiers).isZero();
        assertThat(unanswered().attempts()).extracting(Attempt::outcome).containsExactly(Outcome.ERROR);
    }

    @Test
    void a_call_that_ignores_the_interrupt_keeps_its_permit_until_it_ends() {
        FallbackChain<String, String> chain = chain(
                in -> {
                    time.pauseIgnoringInterrupts(Duration.ofSeconds(9));
                    return in;
                },
                Runs.WORKER);
        Thread caller = Thread.currentThread();

        time.schedule(Duration.ofMillis(300), caller::interrupt);

        assertThatThrownBy(() -> chain.execute("in")).isInstanceOf(ChainCancelledException.class);
        assertThat(Thread.interrupted()).isTrue();
        assertThat(unanswered().latency()).isEqualTo(Duration.ofMillis(300));
        assertThat(chain.health().tier("model").load().inFlight()).isEqualTo(1);
        assertThat(chain.health().tier("model").load().abandoned()).isEqualTo(1);
        time.advance(Duration.ofMillis(8700));
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
        assertThat(chain.health().tier("model").load().abandoned()).isZero();
    }

    @Test
    void an_answer_that_was_quicker_than_the_interrupt_is_served_and_the_flag_stays() {
        FallbackChain<String, String> chain = chain(
                in -> {
                    time.pause(Duration.ofMillis(100));
                    Thread.currentThread().interrupt();
                    return in;
                },
                Runs.CALLER);

        AfloatAssertions.assertThat(chain.execute("in")).wasServedBy("model");
        assertThat(Thread.currentThread().isInterrupted()).isTrue();
    }

    @Test
    void an_interrupted_exception_of_the_models_own_is_an_error_of_the_tier() {
        FallbackChain<String, String> chain = chain(
                in -> {
                    throw new InterruptedException("the client's pool was shut down");
                },
                Runs.WORKER);

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("net").hasAttempt("model", Outcome.ERROR);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
    }

    @Test
    void a_model_that_interrupts_its_own_worker_does_not_interrupt_the_caller() {
        FallbackChain<String, String> chain = chain(
                in -> {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted inside the client");
                },
                Runs.WORKER);

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result).hasValue("net").hasAttempt("model", Outcome.ERROR);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void an_interrupt_in_a_nested_chain_cancels_the_outer_one() {
        FallbackChain<String, String> inner = FallbackChain.<String, String>named("inner")
                .model("hangs", in -> {
                    time.pause(Duration.ofSeconds(9));
                    return in;
                })
                .local("inner-net", in -> in + lowerTiers++)
                .timeSource(time)
                .build();
        FallbackChain<String, String> outer = FallbackChain.<String, String>named("search")
                .tier(inner.asTier(
                        "model",
                        tier -> tier.maxConcurrent(1)
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, OPEN_FOR))))
                .lookup("cache", in -> Optional.of(in + lowerTiers++))
                .withoutSafetyNet()
                .timeSource(time)
                .listener(events::add)
                .build();
        Thread caller = Thread.currentThread();

        time.schedule(Duration.ofMillis(300), caller::interrupt);

        assertCancelled(outer);
        assertThat(unanswered().latency()).isEqualTo(Duration.ofMillis(300));
    }
}
