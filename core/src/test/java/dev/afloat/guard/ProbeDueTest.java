package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.event.CircuitState;
import dev.afloat.outcome.Outcome;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether an open breaker only waits for somebody to call. */
class ProbeDueTest {
    private static final Duration OPEN = Duration.ofSeconds(30);

    private final ManualTime time = new ManualTime();
    private final Breaker breaker =
            BreakerSource.of(CircuitBreakerSpec.consecutiveFailures(1, OPEN)).create("b", time);

    @Test
    void a_probe_is_due_from_exactly_the_end_of_the_wait_until_somebody_calls() {
        assertThat(breaker.probeDue()).as("closed").isFalse();
        fail(breaker);
        assertThat(breaker.probeDue()).as("just opened").isFalse();

        time.advance(OPEN.minusNanos(1));
        assertThat(breaker.probeDue()).as("1 ns early").isFalse();
        time.advance(1);
        assertThat(breaker.probeDue()).isTrue();
        assertThat(breaker.state()).as("asking changes nothing").isEqualTo(CircuitState.OPEN);

        Object probe = Objects.requireNonNull(breaker.tryAcquire());
        assertThat(breaker.probeDue()).as("it is out").isFalse();
        breaker.settle(probe, Outcome.SUCCESS, 1_000, null);
        assertThat(breaker.probeDue()).as("closed").isFalse();
    }

    @Test
    void a_probe_that_fails_starts_another_wait() {
        for (int i = 0; i < 1_000; i++) {
            fail(breaker);
            assertThat(breaker.probeDue()).as("opening %s", i).isFalse();
            time.advance(OPEN.minusNanos(1));
            assertThat(breaker.probeDue()).as("opening %s, 1 ns early", i).isFalse();
            time.advance(1);
            assertThat(breaker.probeDue()).as("opening %s", i).isTrue();
        }
    }

    @Test
    void waits_that_grow_are_followed() {
        Breaker growing = withWaits(IntervalFunction.ofExponentialBackoff(Duration.ofSeconds(1), 2));

        for (int seconds = 1; seconds <= 64; seconds *= 2) {
            fail(growing);
            time.advance(Duration.ofSeconds(seconds).minusNanos(1));
            assertThat(growing.probeDue()).as("%s s, 1 ns early", seconds).isFalse();
            time.advance(1);
            assertThat(growing.probeDue()).as("%s s", seconds).isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, Long.MAX_VALUE / 2, 31_556_889_864_403_199L})
    void a_wait_beyond_all_time_is_never_over(long millis) {
        Breaker endless = withWaits(openings -> millis);
        Object epoch = Objects.requireNonNull(endless.tryAcquire());
        endless.settle(epoch, Outcome.ERROR, 1_000, null);

        time.advance(Duration.ofDays(10_000));

        // Resilience4j cannot open for so long: it opens for its default instead, and that ends.
        assertThat(endless.probeDue()).isEqualTo(endless.tryAcquire() != null);
    }

    @Test
    void a_wait_that_cannot_be_had_is_the_default_one() {
        Breaker broken = withWaits(openings -> {
            throw new IllegalStateException("a function of the user's");
        });
        fail(broken);

        time.advance(Duration.ofSeconds(CircuitBreakerConfig.DEFAULT_WAIT_DURATION_IN_OPEN_STATE)
                .minusNanos(1));
        assertThat(broken.probeDue()).isFalse();
        time.advance(1);
        assertThat(broken.probeDue()).isTrue();
        assertThat(broken.tryAcquire()).isNotNull();
    }

    @Test
    void a_breaker_of_the_users_does_not_tell() {
        CircuitBreaker users = CircuitBreaker.ofDefaults("users");
        users.transitionToOpenStateFor(Duration.ofNanos(1));

        assertThat(Breaker.of(users).probeDue()).isFalse();
    }

    private Breaker withWaits(IntervalFunction waits) {
        CircuitBreakerConfig config = CircuitBreakerConfig.custom()
                .slidingWindowSize(1)
                .minimumNumberOfCalls(1)
                .permittedNumberOfCallsInHalfOpenState(1)
                .waitIntervalFunctionInOpenState(waits)
                .build();
        return Breaker.of("b", config, 0, time);
    }

    private static void fail(Breaker breaker) {
        Object epoch = Objects.requireNonNull(breaker.tryAcquire(), "refused");
        breaker.settle(epoch, Outcome.ERROR, 1_000, null);
        assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    }
}
