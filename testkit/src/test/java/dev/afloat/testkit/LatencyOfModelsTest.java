package dev.afloat.testkit;

import static dev.afloat.testkit.LatencySetup.COUNTED;
import static dev.afloat.testkit.LatencySetup.SERVED;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.event.CircuitState;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.quality.LatencyBound;
import dev.afloat.testkit.AsyncScenario.Form;
import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A tier that calls the model its input names, before the colon. */
class LatencyOfModelsTest {
    private static final LatencyBound BOUND =
            LatencyBound.p95(Duration.ofMillis(100)).window(10).minimumSamples(2);

    private static LatencySetup setup(Form form) {
        return new LatencySetup(
                form, tier -> tier.withoutCircuitBreaker().latency(BOUND, LatencyOfModelsTest::modelOf));
    }

    @SuppressWarnings("NullAway") // what a function without nullness annotations may do
    private static String modelOf(String input) {
        @Nullable String model = input.contains(":") ? input.substring(0, input.indexOf(':')) : null;
        if ("bug".equals(model)) {
            throw new IllegalArgumentException("no such model");
        }
        return model;
    }

    @ParameterizedTest
    @EnumSource
    void a_slow_model_does_not_count_against_a_quick_one(Form form) {
        LatencySetup setup = setup(form);
        setup.ask(2, "large:400");
        setup.ask(2, "small:10");

        assertThat(setup.attempt("large:1")).isEqualTo(COUNTED);
        assertThat(setup.attempt("small:1")).isEqualTo(SERVED);
        assertThat(setup.latency().model()).as("the worst is shown").isEqualTo("large");
        assertThat(setup.latency().samples()).isEqualTo(3);
        assertThat(setup.failures()).isEqualTo(Map.of("latency-p95", 2L));
    }

    @ParameterizedTest
    @EnumSource
    void timeouts_count_for_the_model_they_are_of(Form form) {
        LatencySetup setup = setup(form);
        setup.ask(2, "large:60000");
        setup.ask(2, "small:10");

        assertThat(setup.attempt("small:1")).isEqualTo(SERVED);
        assertThat(setup.attempt("large:1")).isEqualTo(COUNTED);
    }

    @ParameterizedTest
    @EnumSource
    void inputs_that_name_no_model_and_those_that_make_the_function_throw_share_the_tiers_own_window(Form form) {
        LatencySetup setup = setup(form);

        assertThat(setup.attempt("400")).isEqualTo(SERVED);
        assertThat(setup.attempt("bug:400")).isEqualTo(COUNTED);
        assertThat(setup.attempt("large:400")).isEqualTo(SERVED);
        assertThat(setup.latency().model()).isNull();
    }

    @Test
    void from_the_sixty_fifth_model_on_they_share_a_window() {
        LatencySetup setup = setup(Form.SYNC);
        for (int i = 1; i <= 64; i++) {
            assertThat(setup.attempt(i + ":400")).isEqualTo(SERVED);
        }

        assertThat(setup.attempt("65:400")).isEqualTo(SERVED);
        assertThat(setup.attempt("66:400")).as("the second of that window").isEqualTo(COUNTED);
        assertThat(setup.attempt("64:400"))
                .as("the second of the last that has its own")
                .isEqualTo(COUNTED);
        assertThat(setup.attempt("400")).as("the first that names none").isEqualTo(SERVED);
        assertThat(setup.latency().model()).isIn("64", "(further models)");
    }

    @Test
    void all_windows_forget_when_the_breaker_has_opened() {
        LatencySetup setup = new LatencySetup(
                Form.SYNC,
                tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(2, Duration.ofSeconds(10)))
                        .latency(BOUND, LatencyOfModelsTest::modelOf));
        setup.ask("small:400");
        setup.ask(3, "large:400");
        assertThat(setup.circuit()).isEqualTo(CircuitState.OPEN);
        setup.time.advance(Duration.ofSeconds(10));

        assertThat(setup.attempt("other:1")).isEqualTo(SERVED);

        assertThat(setup.circuit()).isEqualTo(CircuitState.CLOSED);
        assertThat(setup.latency().samples()).isZero();
        assertThat(setup.attempt("small:400")).as("one alone").isEqualTo(SERVED);
        assertThat(setup.attempt("large:400")).as("one alone").isEqualTo(SERVED);
    }
}
