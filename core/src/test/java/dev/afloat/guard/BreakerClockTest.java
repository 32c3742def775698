package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.event.CircuitState;
import dev.afloat.outcome.Outcome;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** When the breaker opens and lets probes through, to the nanosecond. */
class BreakerClockTest {
    private static final Duration OPEN = Duration.ofSeconds(30);

    private final ManualTime time = new ManualTime();

    @Test
    void a_call_at_exactly_the_end_of_the_wait_is_a_probe() {
        Breaker breaker = ours(CircuitBreakerSpec.consecutiveFailures(3, OPEN));
        record(breaker, Outcome.ERROR, 3);

        time.advance(OPEN);

        assertThat(breaker.tryAcquire()).isNotNull();
        assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    }

    @Test
    void a_call_one_nanosecond_before_the_end_of_the_wait_is_refused() {
        Breaker breaker = ours(CircuitBreakerSpec.consecutiveFailures(3, OPEN));
        record(breaker, Outcome.ERROR, 3);

        time.advance(OPEN.minusNanos(1));

        assertThat(breaker.tryAcquire()).isNull();
        assertThat(breaker.state()).as("asking changes nothing").isEqualTo(CircuitState.OPEN);
    }

    @Test
    void the_end_of_the_wait_is_exact_after_many_openings_too() {
        Breaker breaker = ours(CircuitBreakerSpec.consecutiveFailures(1, OPEN));
        record(breaker, Outcome.ERROR, 1);
        for (int opening = 0; opening < 1_000; opening++) {
            time.advance(OPEN.minusNanos(1));
            assertThat(breaker.tryAcquire())
                    .as("1 ns early, opening %s", opening)
                    .isNull();
            time.advance(1);
            record(breaker, Outcome.TIMEOUT, 1);
            assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
        }
    }

    @Test
    void failures_that_come_in_while_it_is_open_do_not_shorten_the_wait() {
        Breaker breaker = ours(CircuitBreakerSpec.consecutiveFailures(1, OPEN));
        Object late = Objects.requireNonNull(breaker.tryAcquire());
        record(breaker, Outcome.ERROR, 1);

        for (int i = 0; i < 3; i++) {
            breaker.settle(late, Outcome.ERROR, 1_000, null);
        }

        time.advance(OPEN.minusNanos(1));
        assertThat(breaker.tryAcquire()).as("1 ns early").isNull();
        time.advance(1);
        assertThat(breaker.tryAcquire()).isNotNull();
    }

    @Test
    void the_end_of_the_wait_is_exact_for_an_opening_by_failures_in_a_row() {
        Breaker breaker = ours(CircuitBreakerSpec.slidingWindow());
        record(breaker, Outcome.QUALITY_FAILURE, 5);

        time.advance(OPEN.minusNanos(1));
        assertThat(breaker.tryAcquire()).isNull();
        time.advance(1);
        assertThat(breaker.tryAcquire()).isNotNull();
    }

    @Test
    void five_failures_in_a_row_open_it_long_before_the_rate_may() {
        Breaker breaker = ours(CircuitBreakerSpec.slidingWindow());

        record(breaker, Outcome.ERROR, 4);
        assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
        record(breaker, Outcome.TIMEOUT, 1);
        assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    }

    @Test
    void a_success_between_starts_the_row_anew_and_a_neutral_does_not() {
        Breaker breaker = ours(CircuitBreakerSpec.slidingWindow().withFailureRate(100, 100));

        record(breaker, Outcome.ERROR, 4);
        record(breaker, Outcome.SUCCESS, 1);
        record(breaker, Outcome.ERROR, 4);
        assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
        record(breaker, Outcome.NEUTRAL, 3);
        record(breaker, Outcome.ERROR, 1);
        assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    }

    @Test
    void the_rate_opens_it_where_no_row_is_long_enough() {
        Breaker breaker = ours(CircuitBreakerSpec.slidingWindow());

        for (int i = 0; i < 3; i++) {
            record(breaker, Outcome.SUCCESS, 2);
            record(breaker, Outcome.ERROR, 1);
        }
        assertThat(breaker.state()).as("3 of 9: too few to judge").isEqualTo(CircuitState.CLOSED);
        record(breaker, Outcome.ERROR, 1);
        assertThat(breaker.state()).as("4 of 10 are 40 %%").isEqualTo(CircuitState.OPEN);
    }

    @Test
    void failures_leave_the_window_with_time_and_rows_do_not() {
        Breaker breaker = ours(CircuitBreakerSpec.slidingWindow());
        record(breaker, Outcome.SUCCESS, 6);
        record(breaker, Outcome.ERROR, 3);

        time.advance(Duration.ofSeconds(61));
        record(breaker, Outcome.ERROR, 1);
        assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
        record(breaker, Outcome.ERROR, 1);
        assertThat(breaker.state()).as("five in a row, however slowly").isEqualTo(CircuitState.OPEN);
    }

    @Test
    void a_row_begins_anew_when_probes_have_closed_it() {
        // 12 good and then 8 bad probes: below 50 %, so it closes, with a row longer than five behind it.
        Breaker breaker =
                ours(CircuitBreakerSpec.slidingWindow().withFailureRate(50, 100).withProbes(20));
        record(breaker, Outcome.ERROR, 5);
        time.advance(OPEN);
        record(breaker, Outcome.SUCCESS, 12);
        record(breaker, Outcome.ERROR, 8);
        assertThat(breaker.state()).as("the probes decide").isEqualTo(CircuitState.CLOSED);

        record(breaker, Outcome.ERROR, 4);
        assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
        record(breaker, Outcome.ERROR, 1);
        assertThat(breaker.state()).as("five in a row since it closed").isEqualTo(CircuitState.OPEN);
    }

    @Test
    void a_row_begins_anew_when_an_operator_closes_it() {
        CircuitBreaker circuit = CircuitBreaker.ofDefaults("b");
        Breaker breaker = new Breaker(circuit, null, 5);
        record(breaker, Outcome.ERROR, 4);

        circuit.reset();
        record(breaker, Outcome.ERROR, 4);

        assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
        record(breaker, Outcome.ERROR, 1);
        assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    }

    @Test
    void a_configuration_of_the_users_runs_on_our_time() {
        CircuitBreakerConfig config = CircuitBreakerConfig.custom()
                .slidingWindowSize(2)
                .minimumNumberOfCalls(2)
                .waitDurationInOpenState(Duration.ofHours(1))
                .permittedNumberOfCallsInHalfOpenState(1)
                .build();
        Breaker breaker = BreakerSource.of(config).create("b", time);
        record(breaker, Outcome.ERROR, 2);

        time.advance(Duration.ofHours(1));

        assertThat(breaker.tryAcquire()).isNotNull();
    }

    @Test
    void a_breaker_of_the_users_keeps_its_own_clock() {
        CircuitBreaker users = CircuitBreaker.of(
                "users",
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(2)
                        .minimumNumberOfCalls(2)
                        .waitDurationInOpenState(Duration.ofHours(1))
                        .build());
        Breaker breaker = BreakerSource.of(users).create("ignored", time);
        record(breaker, Outcome.ERROR, 2);

        time.advance(Duration.ofDays(1));

        assertThat(breaker.tryAcquire()).isNull();
    }

    @Test
    void states_an_operator_sets_are_shown_and_obeyed() {
        CircuitBreaker users = CircuitBreaker.of(
                "users",
                CircuitBreakerConfig.custom()
                        .slidingWindowSize(1)
                        .minimumNumberOfCalls(1)
                        .build());
        Breaker breaker = Breaker.of(users);

        users.transitionToForcedOpenState();
        assertThat(breaker.state()).isEqualTo(CircuitState.FORCED_OPEN);
        assertThat(breaker.tryAcquire()).isNull();

        users.transitionToDisabledState();
        assertThat(breaker.state()).isEqualTo(CircuitState.DISABLED);
        record(breaker, Outcome.ERROR, 1);
        assertThat(breaker.tryAcquire()).isNotNull();
    }

    @Test
    void a_timeout_does_not_count_as_slow_on_top() {
        Breaker breaker = ours(CircuitBreakerSpec.consecutiveFailures(2, OPEN));
        long hours = Duration.ofHours(2).toNanos();

        breaker.settle(Objects.requireNonNull(breaker.tryAcquire()), Outcome.TIMEOUT, hours, null);
        breaker.settle(Objects.requireNonNull(breaker.tryAcquire()), Outcome.SUCCESS, hours, null);

        assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    }

    private Breaker ours(CircuitBreakerSpec spec) {
        return BreakerSource.of(spec).create("b", time);
    }

    private static void record(Breaker breaker, Outcome outcome, int times) {
        for (int i = 0; i < times; i++) {
            Object epoch = Objects.requireNonNull(breaker.tryAcquire(), "refused");
            breaker.settle(epoch, outcome, 1_000, null);
        }
    }
}
