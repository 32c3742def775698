package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.AsyncScenario.Form;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A budget of which little or nothing is left: who is still called, who is blamed, and what the failure says. */
class SpentBudgetTest {
    private final VirtualTime time = new VirtualTime();
    private final List<Duration> seen = new ArrayList<>();

    private FallbackChainBuilder<String, String> chain() {
        return FallbackChain.<String, String>named("search").timeSource(time);
    }

    private String after(Duration delay) throws InterruptedException {
        time.pause(delay);
        return "model";
    }

    private Optional<String> slowMiss() throws InterruptedException {
        time.pause(Duration.ofMillis(250));
        return Optional.empty();
    }

    private static Result<String> ask(FallbackChain<String, String> chain, Form form, Deadline deadline) {
        return form == Form.SYNC
                ? chain.execute("in", deadline)
                : chain.executeAsync("in", deadline).join();
    }

    /** openclaw#80807 */
    @ParameterizedTest
    @EnumSource
    void what_is_left_is_told_as_it_is_and_never_made_a_little_more(Form form) {
        FallbackChain<String, String> chain = chain().modelWithContext(
                        "model",
                        (in, context) -> {
                            seen.add(context.deadline().remaining());
                            return after(Duration.ofMillis(50));
                        },
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofHours(1))))
                .local("net", in -> "net")
                .build();
        List<Duration> left = List.of(Duration.ofMillis(5), Duration.ofMillis(1), Duration.ofNanos(7));

        for (Duration each : left) {
            AfloatAssertions.assertThat(ask(chain, form, Deadline.after(each, time)))
                    .wasServedBy("net")
                    .hasAttempt("model", Outcome.NEUTRAL)
                    .isDegradedBy(FailureKind.OUT_OF_TIME)
                    .hasLatency(each);
        }
        for (Duration none : List.of(Duration.ZERO, Duration.ofMillis(-50), Duration.ofSeconds(Long.MIN_VALUE))) {
            AfloatAssertions.assertThat(ask(chain, form, Deadline.after(none, time)))
                    .wasServedBy("net")
                    .hasAttempt("model", Outcome.SKIPPED)
                    .isDegradedBy(FailureKind.OUT_OF_TIME)
                    .hasLatency(Duration.ZERO);
        }

        assertThat(seen).as("not called where nothing is left").isEqualTo(left);
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
    }

    private static ChainExhaustedException exhausted(
            FallbackChain<String, String> chain, Form form, Deadline deadline) {
        try {
            throw new AssertionError(ask(chain, form, deadline));
        } catch (ChainExhaustedException e) {
            return e;
        } catch (CompletionException e) {
            return (ChainExhaustedException) Objects.requireNonNull(e.getCause());
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_tier_that_overran_the_budget_leaves_the_next_one_out_and_the_failure_says_so(Form form) {
        FallbackChain<String, String> chain = chain().within(Duration.ofMillis(200))
                .lookup("slow", in -> slowMiss())
                .model("model", in -> in + seen.add(Duration.ZERO))
                .withoutSafetyNet()
                .build();

        ChainExhaustedException failure = exhausted(chain, form, Deadline.none());

        assertThat(failure)
                .hasMessage("No tier of 'search' answered: slow MISS after 250 ms; model SKIPPED OUT_OF_TIME "
                        + "(the budget was PT0.2S)");
        assertThat(failure.attempts().get(1).kind()).contains(FailureKind.OUT_OF_TIME);
        assertThat(failure.skippedOnly()).isFalse();
        assertThat(seen).as("calls of the model").isEmpty();
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
    }

    @ParameterizedTest
    @EnumSource
    void a_request_without_any_time_says_that_nothing_was_called(Form form) {
        FallbackChain<String, String> chain = chain().model("model", in -> in)
                .model("second", in -> in)
                .withoutSafetyNet()
                .build();

        ChainExhaustedException failure = exhausted(chain, form, Deadline.after(Duration.ZERO, time));

        assertThat(failure)
                .hasNoCause()
                .hasMessage("No tier of 'search' was called, all were skipped: "
                        + "model SKIPPED OUT_OF_TIME; second SKIPPED OUT_OF_TIME (the budget was PT0S)");
        assertThat(failure.skippedOnly()).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void a_nested_chain_without_time_answers_by_what_needs_none(Form form) {
        FallbackChain<String, String> required = FallbackChain.<String, String>named("required")
                .within(Duration.ofSeconds(5))
                .model("model", in -> in + seen.add(Duration.ZERO))
                .local("static", in -> "static")
                .timeSource(time)
                .build();
        FallbackChain<String, String> outer = chain().within(Duration.ofMillis(100))
                .lookup("slow", in -> slowMiss())
                .tier(required.asTier("nested"))
                .build();

        AfloatAssertions.assertThat(ask(outer, form, Deadline.none()))
                .hasValue("static")
                .isDegradedBy(FailureKind.OUT_OF_TIME)
                .hasLatency(Duration.ofMillis(250));
        assertThat(seen).as("calls of the model").isEmpty();
        assertThat(required.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void a_budget_is_not_told_as_less_than_nothing() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("late")
                .timeSource(time)
                .model("model", in -> in)
                .withoutSafetyNet()
                .build();
        Deadline deadline = Deadline.after(Duration.ofMillis(1), time);
        time.advance(Duration.ofSeconds(1));
        Throwable thrown = catchThrowable(() -> chain.execute("in", deadline));
        assertThat(thrown).hasMessageNotContaining("PT-");
    }
}
