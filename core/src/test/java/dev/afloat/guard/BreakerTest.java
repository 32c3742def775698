package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.afloat.event.CircuitState;
import dev.afloat.outcome.Outcome;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What is recorded, what is dropped, and that no permission is ever lost. Time in {@link BreakerClockTest}. */
class BreakerTest {
    private static final Duration OPEN = Duration.ofSeconds(10);

    private final ManualTime time = new ManualTime();

    @Test
    void successes_from_before_the_opening_do_not_close_a_half_open_breaker() {
        Breaker breaker = ours(CircuitBreakerSpec.consecutiveFailures(2, OPEN));
        Object early1 = admitted(breaker);
        Object early2 = admitted(breaker);
        trip(breaker, 2);
        time.advance(OPEN);
        Object probe = admitted(breaker);

        settle(breaker, early1, Outcome.SUCCESS);
        settle(breaker, early2, Outcome.SUCCESS);

        assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
        settle(breaker, probe, Outcome.SUCCESS);
        assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void failures_from_before_the_opening_do_not_open_a_half_open_breaker() {
        Breaker breaker = ours(CircuitBreakerSpec.consecutiveFailures(2, OPEN));
        Object early = admitted(breaker);
        trip(breaker, 2);
        time.advance(OPEN);
        admitted(breaker);

        settle(breaker, early, Outcome.TIMEOUT);

        assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    }

    @Test
    void neutral_endings_from_before_the_opening_do_not_add_probes() {
        Breaker breaker = ours(CircuitBreakerSpec.consecutiveFailures(2, OPEN));
        Object early1 = admitted(breaker);
        Object early2 = admitted(breaker);
        trip(breaker, 2);
        time.advance(OPEN);
        admitted(breaker);

        settle(breaker, early1, Outcome.NEUTRAL);
        settle(breaker, early2, Outcome.NEUTRAL);

        assertThat(breaker.tryAcquire())
                .as("a second probe where one is configured")
                .isNull();
    }

    @Test
    void outcomes_of_an_earlier_half_open_period_are_dropped() {
        Breaker breaker = ours(CircuitBreakerSpec.consecutiveFailures(2, OPEN).withProbes(2));
        trip(breaker, 2);
        time.advance(OPEN);
        Object late = admitted(breaker);
        Object probe = admitted(breaker);
        settle(breaker, late, Outcome.NEUTRAL);
        Object again = admitted(breaker);
        settle(breaker, probe, Outcome.ERROR);
        settle(breaker, again, Outcome.ERROR);
        time.advance(OPEN);
        admitted(breaker);

        settle(breaker, probe, Outcome.SUCCESS);
        settle(breaker, again, Outcome.SUCCESS);

        assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
    }

    @ParameterizedTest
    @EnumSource(
            value = Outcome.class,
            names = {"NEUTRAL", "SKIPPED", "MISS"})
    void what_says_nothing_gives_the_probe_back(Outcome nothing) {
        Breaker breaker = ours(CircuitBreakerSpec.consecutiveFailures(1, OPEN));
        trip(breaker, 1);
        time.advance(OPEN);
        Object probe = admitted(breaker);
        assertThat(breaker.tryAcquire()).isNull();

        settle(breaker, probe, nothing);

        Object next = admitted(breaker);
        assertThat(breaker.tryAcquire()).as("one probe came back, not two").isNull();
        settle(breaker, next, Outcome.SUCCESS);
        assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    }

    @ParameterizedTest
    @EnumSource(Outcome.class)
    void exactly_the_failures_open_it(Outcome outcome) {
        Breaker breaker = ours(CircuitBreakerSpec.consecutiveFailures(1, OPEN));

        settle(breaker, admitted(breaker), outcome);

        assertThat(breaker.state()).isEqualTo(outcome.failure() ? CircuitState.OPEN : CircuitState.CLOSED);
    }

    @Test
    void wrappers_without_a_cause_are_recorded_though_the_configuration_looks_inside() {
        CircuitBreakerConfig config = oneFailure()
                .ignoreException(thrown -> thrown.getClass() == IOException.class)
                .build();

        for (Exception empty :
                new Exception[] {new ExecutionException("none", null), new CompletionException("none", null)}) {
            Breaker breaker = Breaker.of("b", config, 0, time);
            breaker.settle(admitted(breaker), Outcome.ERROR, 1, empty);
            assertThat(breaker.state()).as("%s", empty).isEqualTo(CircuitState.OPEN);
        }
    }

    @Test
    void an_ignored_failure_gives_the_probe_back() {
        Breaker breaker = Breaker.of(
                "b",
                oneFailure()
                        .ignoreException(thrown -> thrown.getClass() == IOException.class)
                        .build(),
                0,
                time);
        trip(breaker, 1);
        time.advance(OPEN);

        breaker.settle(admitted(breaker), Outcome.ERROR, 1, new CompletionException(new IOException("ignored")));

        assertThat(breaker.state()).isEqualTo(CircuitState.HALF_OPEN);
        admitted(breaker);
        assertThat(breaker.tryAcquire()).as("one probe came back, not two").isNull();
    }

    @Test
    void a_predicate_that_throws_an_exception_loses_no_probe() {
        losesNoProbe(thrown -> {
            throw new IllegalStateException("a predicate of the user's");
        });
    }

    @Test
    void a_predicate_that_throws_an_error_loses_no_probe() {
        losesNoProbe(thrown -> {
            throw new AssertionError("a predicate of the user's");
        });
    }

    @Test
    void our_own_endings_count_whatever_a_configuration_says_of_exceptions() {
        for (CircuitBreakerConfig config : List.of(
                oneFailure()
                        .recordException(thrown -> thrown instanceof IOException)
                        .build(),
                oneFailure().ignoreException(thrown -> true).build())) {
            for (Outcome outcome : List.of(Outcome.TIMEOUT, Outcome.QUALITY_FAILURE)) {
                Breaker breaker = Breaker.of("b", config, 0, time);

                settle(breaker, admitted(breaker), outcome);

                assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
            }
        }
    }

    private void losesNoProbe(Predicate<Throwable> broken) {
        boolean[] working = {true};
        Breaker breaker = Breaker.of(
                "b",
                oneFailure()
                        .recordException(thrown -> working[0] || broken.test(thrown))
                        .build(),
                0,
                time);
        trip(breaker, 1);
        time.advance(OPEN);
        working[0] = false;
        for (int i = 0; i < 3; i++) {
            Object probe = admitted(breaker);
            assertThatCode(() -> breaker.settle(probe, Outcome.ERROR, 1, new IOException()))
                    .doesNotThrowAnyException();
        }

        settle(breaker, admitted(breaker), Outcome.SUCCESS);

        assertThat(breaker.state()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void listeners_of_the_breaker_that_throw_change_nothing() {
        CircuitBreaker users = CircuitBreaker.of("users", oneFailure().build());
        users.getEventPublisher().onSuccess(event -> {
            throw new IllegalStateException("a listener of the user's");
        });
        users.getEventPublisher().onError(event -> {
            throw new AssertionError("a listener of the user's");
        });
        Breaker breaker = Breaker.of(users);

        settle(breaker, admitted(breaker), Outcome.SUCCESS);
        settle(breaker, admitted(breaker), Outcome.ERROR);

        assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
        assertThat(breaker.tryAcquire()).isNull();
    }

    @Test
    void an_interval_function_that_throws_loses_nothing() {
        CircuitBreakerConfig config = CircuitBreakerConfig.from(oneFailure().build())
                .waitIntervalFunctionInOpenState(attempt -> {
                    throw new AssertionError("a function of the user's");
                })
                .build();
        Breaker breaker = Breaker.of("b", config, 0, time);

        assertThatCode(() -> settle(breaker, admitted(breaker), Outcome.ERROR)).doesNotThrowAnyException();
        assertThatCode(breaker::tryAcquire).doesNotThrowAnyException();
    }

    private static CircuitBreakerConfig.Builder oneFailure() {
        return CircuitBreakerConfig.custom()
                .slidingWindowSize(1)
                .minimumNumberOfCalls(1)
                .failureRateThreshold(100)
                .waitDurationInOpenState(OPEN)
                .permittedNumberOfCallsInHalfOpenState(1);
    }

    private Breaker ours(CircuitBreakerSpec spec) {
        return BreakerSource.of(spec).create("b", time);
    }

    private static Object admitted(Breaker breaker) {
        return Objects.requireNonNull(breaker.tryAcquire(), "refused");
    }

    private static void settle(Breaker breaker, @Nullable Object epoch, Outcome outcome) {
        breaker.settle(Objects.requireNonNull(epoch), outcome, 1_000, null);
    }

    private static void trip(Breaker breaker, int failures) {
        for (int i = 0; i < failures; i++) {
            settle(breaker, admitted(breaker), Outcome.ERROR);
        }
        assertThat(breaker.state()).isEqualTo(CircuitState.OPEN);
    }
}
