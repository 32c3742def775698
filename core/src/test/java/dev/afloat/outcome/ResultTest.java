package dev.afloat.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.failure.FailureKind;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResultTest {
    private static final Attempt TIMEOUT = Attempt.ran("model", Outcome.TIMEOUT, FailureKind.TIMEOUT, null, 1, null);
    private static final Attempt MISS = Attempt.ran("cache", Outcome.MISS, FailureKind.MISS, null, 1, null);
    private static final Attempt OPEN = Attempt.skipped("model", FailureKind.CIRCUIT_OPEN);
    private static final Attempt SERVED = Attempt.succeeded("last", 1);

    @Test
    void it_says_who_answered_and_how_long_the_caller_waited() {
        Result<String> result = result(Level.PRIMARY, false, null, SERVED);

        assertThat(result.value()).isEqualTo("secret");
        assertThat(result.feature()).isEqualTo("feature");
        assertThat(result.tier()).isEqualTo("last");
        assertThat(result.level()).isEqualTo(Level.PRIMARY);
        assertThat(result.attempts()).containsExactly(SERVED);
        assertThat(result.latency()).isEqualTo(Duration.ofNanos(3_999_999));
        assertThat(result.requestId()).isEqualTo("00000000000000ff").isEqualTo(Result.requestIdOf(255));
        assertThat(result.age()).isEmpty();
        assertThat(result.degraded()).isFalse();
        assertThat(result.reason()).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Level.class)
    void below_the_primary_level_it_is_degraded_unless_the_tier_is_equivalent(Level level) {
        assertThat(result(level, false, null, SERVED).degraded()).isEqualTo(level != Level.PRIMARY);
        assertThat(result(level, true, null, SERVED).degraded()).isFalse();
    }

    @Test
    void the_reason_is_the_first_tier_that_should_have_answered() {
        assertThat(result(Level.CACHED, false, null, TIMEOUT, SERVED).reason()).contains(FailureKind.TIMEOUT);
        assertThat(result(Level.RULE_BASED, false, null, OPEN, MISS, SERVED).reason())
                .contains(FailureKind.CIRCUIT_OPEN);
        assertThat(result(Level.RULE_BASED, false, null, MISS, TIMEOUT, SERVED).reason())
                .as("a miss in front is nobody's fault")
                .contains(FailureKind.TIMEOUT);
    }

    @Test
    void a_miss_is_the_reason_where_nothing_but_misses_came_before() {
        assertThat(result(Level.RULE_BASED, false, null, MISS, SERVED).reason()).contains(FailureKind.MISS);
    }

    @Test
    void there_is_no_reason_where_nothing_failed_or_nothing_is_degraded() {
        assertThat(result(Level.CACHED, false, null, SERVED).reason()).isEmpty();
        assertThat(result(Level.SIMPLE_MODEL, true, null, TIMEOUT, SERVED).reason())
                .isEmpty();
    }

    @Test
    void a_stale_answer_is_degraded_and_carries_its_age() {
        Provenance stale = Provenance.kept(Duration.ofMinutes(5), false);
        Result<String> result = result(Level.CACHED, true, stale, SERVED);

        assertThat(result.degraded()).isTrue();
        assertThat(result.age()).contains(Duration.ofMinutes(5));
        assertThat(result.reason()).contains(FailureKind.MISS);
    }

    @Test
    void a_fresh_answer_of_an_equivalent_tier_is_not_degraded() {
        Provenance fresh = Provenance.kept(Duration.ofMinutes(5), true);

        assertThat(result(Level.CACHED, true, fresh, SERVED).degraded()).isFalse();
        assertThat(result(Level.CACHED, true, fresh, SERVED).age()).contains(Duration.ofMinutes(5));
    }

    @Test
    void a_nested_result_passes_on_what_is_worse_about_it() {
        Result<String> inner =
                result(Level.RULE_BASED, false, Provenance.kept(Duration.ofSeconds(3), true), OPEN, SERVED);
        Result<String> outer = result(Level.PRIMARY, true, Provenance.nested(inner), SERVED);

        assertThat(outer.degraded()).isTrue();
        assertThat(outer.level()).isEqualTo(Level.RULE_BASED);
        assertThat(outer.reason()).contains(FailureKind.CIRCUIT_OPEN);
        assertThat(outer.age()).contains(Duration.ofSeconds(3));
    }

    @Test
    void a_nested_result_does_not_raise_the_level_of_its_tier() {
        Result<String> inner = result(Level.PRIMARY, false, null, SERVED);
        Result<String> outer = result(Level.SIMPLE_MODEL, false, Provenance.nested(inner), TIMEOUT, SERVED);

        assertThat(outer.level()).isEqualTo(Level.SIMPLE_MODEL);
        assertThat(outer.reason()).contains(FailureKind.TIMEOUT);
        assertThat(Provenance.nested(inner)).isEqualTo(new Provenance(null, false, Level.PRIMARY, null));
    }

    @Test
    void its_text_names_no_content() {
        assertThat(result(Level.CACHED, false, null, TIMEOUT, SERVED))
                .hasToString("Result[feature by last, CACHED, degraded by TIMEOUT, 3 ms]");
        assertThat(result(Level.CACHED, false, null, SERVED))
                .hasToString("Result[feature by last, CACHED, degraded, 3 ms]");
        assertThat(result(Level.PRIMARY, false, null, SERVED)).hasToString("Result[feature by last, PRIMARY, 3 ms]");
    }

    @Test
    @SuppressWarnings("NullAway") // what a caller without nullness checks may do
    void nulls_are_refused_by_name() {
        Origin origin = new Origin("feature", "tier", Level.PRIMARY, false);

        assertThatThrownBy(() -> Result.of(null, origin, null, List.of(), 1, 1)).hasMessage("value");
        assertThatThrownBy(() -> Result.of("x", null, null, List.of(), 1, 1)).hasMessage("origin");
        assertThatThrownBy(() -> Result.of("x", origin, null, null, 1, 1)).hasMessage("attempts");
        assertThatThrownBy(() -> new Origin(null, "tier", Level.PRIMARY, false)).hasMessage("feature");
        assertThatThrownBy(() -> new Origin("feature", null, Level.PRIMARY, false))
                .hasMessage("tier");
        assertThatThrownBy(() -> new Origin("feature", "tier", null, false)).hasMessage("level");
        assertThatThrownBy(() -> Provenance.kept(null, true)).hasMessage("age");
    }

    private static Result<String> result(
            Level level, boolean equivalent, @Nullable Provenance provenance, Attempt... attempts) {
        return Result.of(
                "secret",
                new Origin("feature", "last", level, equivalent),
                provenance,
                List.of(attempts),
                255,
                3_999_999);
    }
}
