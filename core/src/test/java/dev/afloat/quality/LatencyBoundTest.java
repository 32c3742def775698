package dev.afloat.quality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LatencyBoundTest {
    private static final LatencyBound BOUND = LatencyBound.p95(Duration.ofMillis(500));

    @Test
    void it_is_silent_until_its_window_is_full_unless_it_is_told_otherwise() {
        assertThat(BOUND.bound()).isEqualTo(Duration.ofMillis(500));
        assertThat(BOUND.window()).isEqualTo(LatencyBound.DEFAULT_WINDOW);
        assertThat(BOUND.minimumSamples()).isEqualTo(BOUND.window());
        assertThat(BOUND.window(200).minimumSamples()).isEqualTo(200);
        assertThat(BOUND.window(200).minimumSamples(50).minimumSamples()).isEqualTo(50);
        assertThat(BOUND.rejects()).isFalse();
        assertThat(BOUND.rejecting().rejects()).isTrue();
    }

    @Test
    void settings_do_not_change_the_bound_they_are_made_on() {
        BOUND.window(7).minimumSamples(3).rejecting();

        assertThat(BOUND).hasToString("p95 within PT0.5S of 100 calls");
        assertThat(BOUND.rejecting().window(200).minimumSamples(50))
                .hasToString("p95 within PT0.5S of 200 calls, from 50 on, rejecting");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT0S", "PT-1S"})
    void a_bound_that_nothing_can_hold_is_refused(String bound) {
        assertThatThrownBy(() -> LatencyBound.p95(Duration.parse(bound)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A latency bound must be positive, but is " + bound + ". For none, leave latency(…) out.");
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 100_001})
    void a_window_of_no_calls_or_of_far_too_many_is_refused(int calls) {
        assertThatThrownBy(() -> BOUND.window(calls))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A latency window must be of 1 to 100000 calls, each of which is kept in memory, but is of "
                        + calls + ". Take 100 to 500.");
        assertThat(BOUND.window(100_000).window()).isEqualTo(100_000);
        assertThat(BOUND.window(1).minimumSamples()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 0, 101})
    void a_minimum_that_no_window_reaches_is_refused(int samples) {
        assertThatThrownBy(() -> BOUND.minimumSamples(samples))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("minimumSamples must be from 1 to the window of 100 calls, but is " + samples
                        + ". Lower it, or say window(…) first.");
        assertThat(BOUND.minimumSamples(100).minimumSamples()).isEqualTo(100);
    }

    @Test
    void a_window_below_the_minimum_that_was_set_is_refused() {
        assertThatThrownBy(() -> BOUND.minimumSamples(50).window(49))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("minimumSamples must be from 1 to the window of 49 calls, but is 50.");
    }
}
