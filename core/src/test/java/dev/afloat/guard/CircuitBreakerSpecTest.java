package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.afloat.event.CircuitState;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowSynchronizationStrategy;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig.SlidingWindowType;
import java.time.Duration;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CircuitBreakerSpecTest {
    private static final CircuitBreakerSpec DEFAULT = CircuitBreakerSpec.slidingWindow();

    @Test
    void the_default_is_the_documented_one() {
        assertThat(DEFAULT)
                .isEqualTo(new CircuitBreakerSpec(Duration.ofSeconds(60), 40, 10, 5, Duration.ofSeconds(30), 1));
    }

    @Test
    void consecutive_failures_is_a_full_window_of_failures() {
        assertThat(CircuitBreakerSpec.consecutiveFailures(3, Duration.ofSeconds(4)))
                .isEqualTo(new CircuitBreakerSpec(null, 100, 3, 0, Duration.ofSeconds(4), 1));
    }

    @Test
    void each_with_changes_its_own_setting_only() {
        CircuitBreakerSpec changed = DEFAULT.withTimeWindow(Duration.ofSeconds(2))
                .withFailureRate(50, 20)
                .withFailuresInARow(7)
                .withOpenFor(Duration.ofSeconds(3))
                .withProbes(4);

        assertThat(changed)
                .isEqualTo(new CircuitBreakerSpec(Duration.ofSeconds(2), 50, 20, 7, Duration.ofSeconds(3), 4));
        assertThat(DEFAULT.withProbes(2).withProbes(1)).isEqualTo(DEFAULT);
    }

    static Stream<Arguments> refused() {
        return Stream.of(
                refused(
                        () -> DEFAULT.withTimeWindow(Duration.ZERO),
                        "timeWindow must be whole seconds, one at least, but is PT0S"),
                refused(
                        () -> DEFAULT.withTimeWindow(Duration.ofMillis(1_500)),
                        "timeWindow must be whole seconds, one at least, but is PT1.5S"),
                refused(
                        () -> DEFAULT.withTimeWindow(Duration.ofSeconds(-1)),
                        "timeWindow must be whole seconds, one at least, but is PT-1S"),
                refused(
                        () -> DEFAULT.withTimeWindow(Duration.ofSeconds(86_401)),
                        "timeWindow must be a day at most, but is PT24H1S"),
                refused(
                        () -> DEFAULT.withFailureRate(0.4f, 1),
                        "failureRate must be 1 to 100 percent, but is 0.4: for 40 % say 40, not 0.4"),
                refused(
                        () -> DEFAULT.withFailureRate(100.5f, 1),
                        "failureRate must be 1 to 100 percent, but is 100.5: for 40 % say 40, not 0.4"),
                refused(
                        () -> DEFAULT.withFailureRate(Float.NaN, 1),
                        "failureRate must be 1 to 100 percent, but is NaN: for 40 % say 40, not 0.4"),
                refused(
                        () -> DEFAULT.withFailureRate(50, 0),
                        "minimumCalls (or failures) must be 1 at least, but is 0"),
                refused(
                        () -> CircuitBreakerSpec.consecutiveFailures(0, Duration.ofSeconds(1)),
                        "minimumCalls (or failures) must be 1 at least, but is 0"),
                refused(
                        () -> CircuitBreakerSpec.consecutiveFailures(Integer.MAX_VALUE, Duration.ofSeconds(1)),
                        "minimumCalls (or failures) must be 100000 at most, but is 2147483647: a breaker that waits for more never "
                                + "opens in time"),
                refused(() -> DEFAULT.withFailuresInARow(-1), "failuresInARow must be 0 (off) or more, but is -1"),
                refused(
                        () -> DEFAULT.withOpenFor(Duration.ofMillis(99)),
                        "openFor must be 100 ms at least, but is PT0.099S: a shorter one probes more than it protects"),
                refused(
                        () -> DEFAULT.withOpenFor(Duration.ofSeconds(-1)),
                        "openFor must be 100 ms at least, but is PT-1S: a shorter one probes more than it protects"),
                refused(
                        () -> DEFAULT.withOpenFor(Duration.ofDays(366)),
                        "openFor must be a year at most, but is PT8784H: force the breaker open instead"),
                refused(() -> DEFAULT.withProbes(0), "probes must be 1 at least, but is 0"),
                refused(
                        () -> DEFAULT.withProbes(11),
                        "probes must not exceed minimumCalls (10), but is 11: raise minimumCalls, or probe less"));
    }

    private static Arguments refused(Supplier<CircuitBreakerSpec> making, String message) {
        return arguments(making, message);
    }

    @ParameterizedTest
    @MethodSource("refused")
    void what_cannot_be_is_refused_with_what_is_allowed(Supplier<CircuitBreakerSpec> making, String message) {
        assertThatThrownBy(making::get)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void a_wait_of_null_is_refused() {
        assertThatThrownBy(() -> DEFAULT.withOpenFor(null))
                .isInstanceOf(NullPointerException.class)
                .hasMessage("openFor");
    }

    @Test
    void the_edges_of_what_is_allowed_make_breakers() {
        Stream.of(
                        DEFAULT.withTimeWindow(Duration.ofSeconds(1)),
                        DEFAULT.withTimeWindow(Duration.ofDays(1)),
                        DEFAULT.withFailureRate(1, 1),
                        DEFAULT.withFailureRate(100, 1),
                        DEFAULT.withFailuresInARow(0),
                        DEFAULT.withOpenFor(Duration.ofMillis(100)),
                        DEFAULT.withOpenFor(Duration.ofDays(365)),
                        CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMillis(100)))
                .forEach(spec -> assertThat(BreakerSource.of(spec)
                                .create("b", new ManualTime())
                                .state())
                        .isEqualTo(CircuitState.CLOSED));
    }

    static Stream<Arguments> ownClocks() {
        String head = "This CircuitBreakerConfig has a setting that does not follow the chain's clock, ";
        return Stream.of(
                arguments(
                        CircuitBreakerConfig.custom().automaticTransitionFromOpenToHalfOpenEnabled(true),
                        head
                                + "automaticTransitionFromOpenToHalfOpenEnabled: leave it out, the next call after the wait "
                                + "is the probe."),
                arguments(
                        CircuitBreakerConfig.custom().maxWaitDurationInHalfOpenState(Duration.ofSeconds(1)),
                        head + "maxWaitDurationInHalfOpenState: leave it out, every probe ends or gives its permission "
                                + "back."),
                arguments(
                        CircuitBreakerConfig.custom()
                                .slidingWindow(
                                        10,
                                        10,
                                        SlidingWindowType.TIME_BASED,
                                        SlidingWindowSynchronizationStrategy.LOCK_FREE),
                        head + "a LOCK_FREE window that is TIME_BASED: take SYNCHRONIZED or COUNT_BASED."));
    }

    @ParameterizedTest
    @MethodSource("ownClocks")
    void configurations_that_run_on_real_timers_are_refused(CircuitBreakerConfig.Builder config, String message) {
        CircuitBreakerConfig built = config.build();

        assertThatThrownBy(() -> BreakerSource.of(built))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void a_lock_free_window_that_counts_calls_is_taken() {
        CircuitBreakerConfig config = CircuitBreakerConfig.custom()
                .slidingWindow(10, 10, SlidingWindowType.COUNT_BASED, SlidingWindowSynchronizationStrategy.LOCK_FREE)
                .build();

        assertThat(BreakerSource.of(config)).hasToString("CircuitBreakerConfig");
    }
}
