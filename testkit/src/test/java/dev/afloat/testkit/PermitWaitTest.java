package dev.afloat.testkit;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.QualityHealth;
import dev.afloat.guard.TierHealth;
import dev.afloat.guard.TierLoad;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Calls that find a tier full wait a little for one of those inside to end. Its one permit is taken by an asynchronous request. */
@Timeout(60)
class PermitWaitTest {
    private static final Duration LIMIT = Duration.ofMillis(800);
    private static final Duration WAIT = Duration.ofMillis(200);

    private final VirtualTime time = new VirtualTime();
    private final List<String> asked = new ArrayList<>();
    private final List<String> askedBelow = new ArrayList<>();
    private final List<CompletableFuture<Result<String>>> inside = new ArrayList<>();

    /** How the call that has to wait is made. */
    enum Form {
        SYNC,
        ASYNC;

        CompletableFuture<Result<String>> ask(FallbackChain<String, String> chain, String input) {
            return this == ASYNC ? chain.executeAsync(input) : CompletableFuture.completedFuture(chain.execute(input));
        }
    }

    /** The model takes as many milliseconds as its input says. */
    private FallbackChain<String, String> chain(Consumer<TierSettings<String, String>> more) {
        return FallbackChain.<String, String>named("search")
                .within(Duration.ofSeconds(2))
                .timeSource(time)
                .asyncModel("model", this::ask, tier -> {
                    tier.timeLimit(LIMIT).maxConcurrent(1).maxWait(WAIT).withoutCircuitBreaker();
                    more.accept(tier);
                })
                .local("net", in -> {
                    askedBelow.add(in);
                    return "net";
                })
                .build();
    }

    private CompletableFuture<String> ask(String millis) {
        asked.add(millis);
        CompletableFuture<String> answer = new CompletableFuture<>();
        time.schedule(Duration.ofMillis(Long.parseLong(millis)), () -> answer.complete("model"));
        return answer;
    }

    private void take(FallbackChain<String, String> chain, String millis) {
        inside.add(chain.executeAsync(millis));
    }

    private static Attempt first(Result<?> result) {
        return result.attempts().get(0);
    }

    private static TierHealth quiet() {
        return new TierHealth("model", null, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD);
    }

    @ParameterizedTest
    @EnumSource
    void a_call_that_finds_the_tier_full_waits_and_is_let_in(Form form) {
        FallbackChain<String, String> chain = chain(tier -> {});
        CompletableFuture<Result<String>> inside = chain.executeAsync("150");

        CompletableFuture<Result<String>> waited = form.ask(chain, "50");
        time.advance(Duration.ofMillis(form == Form.ASYNC ? 200 : 0));

        assertThat(inside.join()).wasServedBy("model").isNotDegraded();
        assertThat(waited.join()).wasServedBy("model").isNotDegraded();
        assertThat(first(waited.join()).duration())
                .as("the wait is time of the tier")
                .isEqualTo(Duration.ofMillis(200));
        assertThat(chain.health().tier("model")).isEqualTo(quiet());
        assertThat(time.scheduled()).isZero();
    }

    @ParameterizedTest
    @EnumSource
    void after_its_wait_the_next_tier_answers_and_the_breaker_takes_no_note(Form form) {
        FallbackChain<String, String> chain =
                chain(tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(9))));
        CompletableFuture<Result<String>> inside = chain.executeAsync("700");

        CompletableFuture<Result<String>> waited = form.ask(chain, "50");
        if (form == Form.ASYNC) {
            time.advance(Duration.ofMillis(200));
            assertThat(waited).as("a wait of exactly its time is in time").isNotDone();
            time.advance(Duration.ofNanos(1));
        }

        assertThat(waited.join()).wasServedBy("net").isDegraded();
        assertThat(first(waited.join()).outcome()).isEqualTo(Outcome.SKIPPED);
        assertThat(first(waited.join()).kind()).contains(FailureKind.SATURATED);
        assertThat(first(waited.join()).duration()).isBetween(WAIT, WAIT.plusNanos(1));
        assertThat(asked).containsExactly("700");
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
        time.advance(Duration.ofSeconds(1));
        assertThat(inside.join()).wasServedBy("model");
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
        assertThat(time.scheduled()).isZero();
    }

    @Test
    void who_waits_longest_comes_first_and_no_newcomer_overtakes() {
        FallbackChain<String, String> chain = chain(tier -> tier.maxWait(Duration.ofMillis(700)));
        take(chain, "100");
        take(chain, "101");
        take(chain, "102");
        assertThat(chain.health().tier("model").load().waiting()).isEqualTo(2);
        time.advance(Duration.ofMillis(100));
        take(chain, "103");
        time.advance(Duration.ofSeconds(1));

        assertThat(asked).containsExactly("100", "101", "102", "103");
        assertThat(chain.health().tier("model")).isEqualTo(quiet());
    }

    @ParameterizedTest
    @EnumSource
    void the_limit_runs_from_the_entry_whether_the_call_waited_or_not(Form form) {
        FallbackChain<String, String> chain = chain(tier -> {});
        take(chain, "150");

        CompletableFuture<Result<String>> waited = form.ask(chain, "9000");
        time.advance(LIMIT.plusNanos(1));

        assertThat(waited.join()).wasServedBy("net");
        assertThat(first(waited.join()).kind()).contains(FailureKind.TIMEOUT);
        assertThat(first(waited.join()).duration()).isBetween(LIMIT, LIMIT.plusNanos(1));
        time.advance(Duration.ofSeconds(10));
        assertThat(chain.health().tier("model")).isEqualTo(quiet());
    }

    @ParameterizedTest
    @CsvSource({"SYNC, 260, OPEN", "SYNC, 270, CLOSED", "ASYNC, 260, OPEN", "ASYNC, 270, CLOSED"})
    void a_timeout_counts_unless_the_call_had_less_than_two_thirds_of_the_limit_for_itself(
            Form form, String before, CircuitState state) {
        FallbackChain<String, String> chain = chain(tier ->
                tier.maxWait(LIMIT).circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(9))));
        take(chain, before);

        CompletableFuture<Result<String>> waited = form.ask(chain, "9000");
        time.advance(LIMIT.plusNanos(1));

        assertThat(waited.join()).wasServedBy("net");
        assertThat(chain.health().tier("model").circuit()).isEqualTo(state);
        assertThat(first(waited.join()).kind())
                .contains(state == CircuitState.OPEN ? FailureKind.TIMEOUT : FailureKind.OUT_OF_TIME);
    }

    @ParameterizedTest
    @EnumSource
    void nobody_waits_longer_than_leaves_the_minimum_time(Form form) {
        FallbackChain<String, String> chain = chain(tier -> tier.minimumTime(Duration.ofMillis(750)));
        take(chain, "300");

        CompletableFuture<Result<String>> waited = form.ask(chain, "50");
        time.advance(Duration.ofMillis(51));

        assertThat(waited.join()).wasServedBy("net");
        assertThat(first(waited.join()).duration()).isBetween(Duration.ofMillis(50), Duration.ofMillis(51));
    }

    @ParameterizedTest
    @EnumSource
    void nobody_waits_for_calls_that_were_given_up(Form form) {
        FallbackChain<String, String> chain = chain(tier -> {});
        take(chain, "5000");
        time.advance(Duration.ofMillis(900));

        Result<String> skipped = form.ask(chain, "50").join();

        assertThat(skipped).wasServedBy("net");
        assertThat(first(skipped).kind()).contains(FailureKind.SATURATED);
        assertThat(first(skipped).duration()).isZero();
        TierHealth hung = chain.health().tier("model");
        assertThat(hung.load().abandoned()).isEqualTo(1);
        assertThat(hung.load().oldestAbandoned()).isBetween(Duration.ofMillis(99), Duration.ofMillis(100));
        time.advance(Duration.ofSeconds(5));
        assertThat(chain.health().tier("model")).isEqualTo(quiet());
    }

    @ParameterizedTest
    @EnumSource
    void zero_is_for_not_waiting(Form form) {
        FallbackChain<String, String> chain = chain(tier -> tier.maxWait(Duration.ZERO));
        take(chain, "50");

        Result<String> skipped = form.ask(chain, "50").join();

        assertThat(first(skipped).kind()).contains(FailureKind.SATURATED);
        assertThat(time.elapsed()).isZero();
    }

    @Test
    void the_breaker_is_asked_once_there_is_a_permit() {
        FallbackChain<String, String> chain =
                chain(tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(9)))
                        .check("never", out -> false));
        take(chain, "100");

        Result<String> waited = chain.execute("50");

        assertThat(first(waited).kind()).contains(FailureKind.CIRCUIT_OPEN);
        assertThat(first(waited).duration()).isEqualTo(Duration.ofMillis(100));
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
        assertThat(asked).containsExactly("100");
    }

    @Test
    void an_interrupt_during_the_wait_ends_the_request() {
        FallbackChain<String, String> chain = chain(tier -> {});
        take(chain, "700");
        Thread caller = Thread.currentThread();
        time.schedule(Duration.ofMillis(120), caller::interrupt);

        assertThatThrownBy(() -> chain.execute("50")).isInstanceOf(ChainCancelledException.class);

        assertThat(Thread.interrupted()).as("the flag stays set").isTrue();
        assertThat(time.elapsed()).isEqualTo(Duration.ofMillis(120));
        assertThat(askedBelow).isEmpty();
        time.advance(Duration.ofSeconds(1));
        assertThat(asked).containsExactly("700");
        assertThat(chain.health().tier("model")).isEqualTo(quiet());
    }

    @Test
    void a_future_that_is_cancelled_during_the_wait_starts_nothing() {
        FallbackChain<String, String> chain = chain(tier -> {});
        take(chain, "150");
        CompletableFuture<Result<String>> waiting = chain.executeAsync("50");

        waiting.cancel(true);

        assertThat(chain.health().tier("model").load().waiting()).isZero();
        time.advance(Duration.ofSeconds(1));
        assertThat(asked).containsExactly("150");
        assertThat(askedBelow).isEmpty();
        assertThat(chain.health().tier("model")).isEqualTo(quiet());
        assertThat(time.scheduled()).isZero();
    }

    @Test
    void a_chain_that_is_closed_lets_nobody_wait() {
        FallbackChain<String, String> chain = chain(tier -> {});
        CompletableFuture<Result<String>> inside = chain.executeAsync("150");
        CompletableFuture<Result<String>> waiting = chain.executeAsync("50");

        chain.close();

        assertThat(waiting).isCompletedExceptionally();
        assertThatThrownBy(waiting::join).hasCauseInstanceOf(ChainClosedException.class);
        assertThatThrownBy(inside::join).hasCauseInstanceOf(ChainClosedException.class);
        time.advance(Duration.ofSeconds(1));
        assertThat(asked).containsExactly("150");
        assertThat(chain.health().tier("model")).isEqualTo(quiet());
    }
}
