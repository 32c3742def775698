package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.call.ModelCall;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.quality.Verdict;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CheckOverrunTest {
    private static final Duration LIMIT = Duration.ofMillis(800);

    private final VirtualTime time = new VirtualTime();
    private final List<String> kept = new ArrayList<>();

    private FallbackChain<String, String> chain(Consumer<TierSettings<String, String>> settings) {
        return chain(in -> "answer", settings);
    }

    private FallbackChain<String, String> chain(
            ModelCall<String, String> model, Consumer<TierSettings<String, String>> settings) {
        return FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        model,
                        tier -> settings.accept(tier.timeLimit(LIMIT)
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(10)))))
                .local("net", in -> "net")
                .onAccepted((in, out, context) -> kept.add(out))
                .timeSource(time)
                .build();
    }

    private static @Nullable CircuitState state(FallbackChain<?, ?> chain) {
        return chain.health().tier("model").circuit();
    }

    /** As a check that blocks does: the limit ends the pause by an interrupt. */
    private Verdict judgesFor(Duration duration, Verdict verdict) {
        try {
            time.pause(duration);
            return verdict;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    @Test
    void checks_run_inside_the_limit_and_one_that_overruns_rejects() {
        FallbackChain<String, String> chain = chain(
                in -> {
                    time.pause(Duration.ofMillis(500));
                    return "answer";
                },
                tier -> tier.check((in, out) -> judgesFor(Duration.ofMillis(301), Verdict.accepted())));

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result)
                .hasValue("net")
                .hasAttempt("model", Outcome.QUALITY_FAILURE)
                .isDegradedBy(FailureKind.QUALITY)
                .hasLatency(LIMIT);
        assertThat(result.attempts().get(0).code()).contains("check-overran");
        assertThat(state(chain)).isEqualTo(CircuitState.OPEN);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void a_check_that_overruns_is_served_as_uncertain_on_request() {
        FallbackChain<String, String> chain = chain(tier -> tier.acceptOnCheckFailure()
                .check((in, out) -> judgesFor(Duration.ofSeconds(9), Verdict.rejected("too late to say"))));

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result)
                .hasValue("answer")
                .hasAttempt("model", Outcome.NEUTRAL)
                .hasLatency(LIMIT);
        assertThat(result.attempts().get(0).code()).contains("check-overran");
        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
        assertThat(kept).isEmpty();
    }

    @Test
    void a_check_cut_short_by_the_deadline_is_not_the_tiers_failure() {
        FallbackChain<String, String> chain =
                chain(tier -> tier.check((in, out) -> judgesFor(Duration.ofSeconds(9), Verdict.accepted())));

        Result<String> result = chain.execute("in", Deadline.after(Duration.ofMillis(300), time));

        AfloatAssertions.assertThat(result).hasValue("net").hasAttempt("model", Outcome.NEUTRAL);
        assertThat(state(chain)).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void one_that_overruns_the_budget_where_nobody_waits_leaves_later_tiers_what_was_reserved() {
        Duration reserve = Duration.ofMillis(100);
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .within(LIMIT)
                .asyncModel(
                        "model",
                        in -> CompletableFuture.completedFuture("answer"),
                        tier -> tier.withoutTimeLimit()
                                .check((in, out) -> judgesFor(Duration.ofSeconds(9), Verdict.accepted())))
                .model("smaller", in -> "smaller answer", tier -> tier.minimumTime(reserve))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        Result<String> result = chain.executeAsync("in").join();

        AfloatAssertions.assertThat(result).hasValue("smaller answer");
        assertThat(result.latency()).isBetween(LIMIT.minus(reserve), LIMIT);
    }
}
