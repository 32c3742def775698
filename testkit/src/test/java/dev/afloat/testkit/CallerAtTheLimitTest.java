package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A caller goes away at the very moment at which a limit fires: it wins, and one nanosecond later it has lost. */
class CallerAtTheLimitTest {
    private static final Duration LIMIT = Duration.ofMillis(800);
    private static final CircuitBreakerSpec ONE_FAILURE =
            CircuitBreakerSpec.consecutiveFailures(1, Duration.ofHours(1));

    private final VirtualTime time = new VirtualTime();
    private int lowerTiers;

    /** What the caller waits for at that moment. */
    enum Waits {
        MODEL,
        DEAF_MODEL,
        STAGE,
        CACHE,
        BUDGET
    }

    @AfterEach
    void clear_the_flag() {
        Thread.interrupted();
    }

    private FallbackChain<String, String> chain(Waits waits) {
        FallbackChainBuilder<String, String> builder =
                FallbackChain.<String, String>named("search").timeSource(time);
        switch (waits) {
            case MODEL ->
                builder.model(
                        "first", in -> hang(), tier -> tier.timeLimit(LIMIT).circuitBreaker(ONE_FAILURE));
            case DEAF_MODEL ->
                builder.model(
                        "first",
                        in -> hangDeafly(),
                        tier -> tier.timeLimit(LIMIT).circuitBreaker(ONE_FAILURE));
            case STAGE ->
                builder.asyncModel(
                        "first",
                        in -> new CompletableFuture<>(),
                        tier -> tier.timeLimit(LIMIT).circuitBreaker(ONE_FAILURE));
            case CACHE ->
                builder.lookup(
                        "first",
                        in -> Optional.of(hang()),
                        tier -> tier.timeLimit(LIMIT).circuitBreaker(ONE_FAILURE));
            case BUDGET -> builder.within(LIMIT).model("first", in -> hang(), tier -> tier.circuitBreaker(ONE_FAILURE));
        }
        return builder.local("net", in -> "net" + lowerTiers++).build();
    }

    private String hang() throws InterruptedException {
        time.pause(Duration.ofSeconds(9));
        return "late";
    }

    private String hangDeafly() throws InterruptedException {
        time.pauseIgnoringInterrupts(Duration.ofSeconds(9));
        return "late";
    }

    private void assertNobodyBlamed(FallbackChain<String, String> chain) {
        assertThat(time.elapsed()).isEqualTo(LIMIT);
        assertThat(lowerTiers).as("calls of lower tiers").isZero();
        assertThat(chain.health().tier("first").circuit()).isEqualTo(CircuitState.CLOSED);
    }

    /** Polly#3086 */
    @ParameterizedTest
    @EnumSource
    void an_interrupt_at_exactly_the_limit_is_a_cancellation(Waits waits) {
        FallbackChain<String, String> chain = chain(waits);
        time.schedule(LIMIT, Thread.currentThread()::interrupt);

        assertThatThrownBy(() -> chain.execute("in")).isInstanceOf(ChainCancelledException.class);

        assertThat(Thread.currentThread().isInterrupted()).as("interrupt flag").isTrue();
        assertNobodyBlamed(chain);
    }

    @ParameterizedTest
    @EnumSource
    void an_interrupt_one_nanosecond_later_finds_the_answer_given(Waits waits) {
        FallbackChain<String, String> chain = chain(waits);
        time.schedule(LIMIT.plusNanos(1), Thread.currentThread()::interrupt);

        AfloatAssertions.assertThat(chain.execute("in"))
                .hasValue("net0")
                .isDegradedBy(FailureKind.TIMEOUT)
                .hasLatency(LIMIT);

        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(chain.health().tier("first").circuit()).isEqualTo(CircuitState.OPEN);
    }

    /** In virtual time a future can be had only of a call that waits for a stage. */
    @Test
    void a_future_cancelled_at_exactly_the_limit_stays_cancelled() {
        FallbackChain<String, String> chain = chain(Waits.STAGE);
        CompletableFuture<Result<String>> future = chain.executeAsync("in");
        time.schedule(LIMIT, () -> future.cancel(true));

        time.advance(LIMIT);

        assertThat(future).isCancelled();
        assertNobodyBlamed(chain);
        time.advance(Duration.ofSeconds(1));
        assertThat(lowerTiers).isZero();
    }

    @Test
    void a_future_cancelled_one_nanosecond_later_has_its_answer() {
        FallbackChain<String, String> chain = chain(Waits.STAGE);
        CompletableFuture<Result<String>> future = chain.executeAsync("in");
        time.schedule(LIMIT.plusNanos(1), () -> assertThat(future.cancel(true)).isFalse());

        time.advance(LIMIT.plusNanos(1));

        AfloatAssertions.assertThat(future.join()).hasValue("net0").isDegradedBy(FailureKind.TIMEOUT);
        assertThat(chain.health().tier("first").circuit()).isEqualTo(CircuitState.OPEN);
    }

    /** failsafe#63 */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_interrupt_while_a_cache_is_read_calls_no_model(boolean limited) {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .lookup("first", in -> Optional.of(hang()), tier -> {
                    tier.circuitBreaker(ONE_FAILURE);
                    if (limited) {
                        tier.timeLimit(Duration.ofSeconds(5));
                    }
                })
                .model("model", in -> "model" + lowerTiers++)
                .local("net", in -> "net" + lowerTiers++)
                .timeSource(time)
                .build();
        time.schedule(LIMIT, Thread.currentThread()::interrupt);

        assertThatThrownBy(() -> chain.execute("in")).isInstanceOf(ChainCancelledException.class);

        assertThat(Thread.currentThread().isInterrupted()).as("interrupt flag").isTrue();
        assertNobodyBlamed(chain);
    }
}
