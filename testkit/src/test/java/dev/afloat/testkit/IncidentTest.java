package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.call.TierInterceptor;
import dev.afloat.event.CircuitState;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The built-in incident on a chain of string answers: what a user of the testkit would write first. */
class IncidentTest {
    private static final Set<String> KEPT = Set.of("headphones", "coffee maker");

    private static FallbackChain<String, String> chain(
            Consumer<TierSettings<String, String>> settings, TimeSource time, TierInterceptor incident) {
        return FallbackChain.<String, String>named("product-search")
                .within(Duration.ofMillis(1500))
                .model("model", in -> "never called: the stub stands in", settings)
                .lookup("cache", in -> KEPT.contains(in) ? Optional.of("kept") : Optional.empty())
                .local("keyword", in -> "keyword")
                .timeSource(time)
                .interceptor(incident)
                .build();
    }

    private static AvailabilityReport<String> play(IncidentStream<String> incident) {
        return incident.play(
                "model",
                in -> "semantic " + in,
                (time, stub) -> chain(
                        tier -> tier.timeLimit(Duration.ofMillis(800))
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(3, Duration.ofSeconds(4))),
                        time,
                        stub));
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everybody_is_answered_in_time_and_the_model_spared(boolean ignoringInterrupts) {
        AvailabilityReport<String> report = play(IncidentStream.thirtyRequests(ignoringInterrupts));

        assertThat(report.total()).isEqualTo(30);
        assertThat(report.answered()).isEqualTo(30);
        assertThat(report.availability()).isEqualTo(1);
        assertThat(report.servedBy("model")).isEqualTo(18);
        assertThat(report.servedBy("cache") + report.servedBy("keyword")).isEqualTo(12);
        assertThat(report.degraded()).isEqualTo(12);
        assertThat(report.opened()).containsExactly(14);
        assertThat(report.probes()).containsExactly(18, 22);
        assertThat(report.closed()).containsExactly(22);
        assertThat(report.modelCalls()).isEqualTo(24);
        assertThat(report.callsSaved()).isEqualTo(6);
        assertThat(report.longest()).isEqualTo(Duration.ofMillis(800));
    }

    @Test
    void answers_come_from_where_they_should_request_by_request() {
        AvailabilityReport<String> report = play(IncidentStream.thirtyRequests());

        assertThat(report.requests().stream()
                        .map(request -> request.result() == null
                                ? "-"
                                : request.result().tier().substring(0, 1)))
                .containsExactly("mmmmmcmmmmmmkkkcckkkccmmmcmmmm".split(""));
        assertThat(report.requests().stream()
                        .filter(request -> request.after() == CircuitState.OPEN)
                        .map(AvailabilityReport.Request::index))
                .containsExactly(14, 15, 16, 17, 18, 19, 20, 21);
    }

    @Test
    void a_second_play_comes_to_the_same() {
        IncidentStream<String> incident = IncidentStream.thirtyRequests();

        String first = play(incident).summary();

        assertThat(play(incident).summary()).isEqualTo(first);
    }

    @Test
    void the_bare_model_answers_nineteen_of_thirty() {
        AvailabilityReport<String> report = IncidentStream.thirtyRequests().playBare(in -> in);

        assertThat(report.answered()).isEqualTo(19);
        assertThat(report.availability()).isCloseTo(0.633, within(0.001));
        assertThat(report.degraded()).isZero();
        assertThat(report.opened()).isEmpty();
        assertThat(report.modelCalls()).isEqualTo(30);
        assertThat(report.callsSaved()).isZero();
        assertThat(report.longest()).isEqualTo(Duration.ofSeconds(9));
        assertThat(report.requests().get(12).failure()).isNotNull().hasMessage("The bare model failed");
    }

    @Test
    void a_chain_without_limit_and_breaker_keeps_users_waiting() {
        AvailabilityReport<String> report = IncidentStream.thirtyRequests()
                .play(
                        "model",
                        in -> in,
                        (time, stub) -> chain(tier -> tier.withoutTimeLimit().withoutCircuitBreaker(), time, stub));

        assertThat(report.answered()).isEqualTo(28);
        assertThat(report.modelCalls()).isEqualTo(30);
        assertThat(report.longest()).isEqualTo(Duration.ofSeconds(9));
    }

    @Test
    void an_incident_needs_one_step_for_each_request() {
        assertThatThrownBy(() -> new IncidentStream<>(
                        List.of("a", "b"), Duration.ofSeconds(1), Script.of(Step.fail()), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("An incident needs one step for each request, but there are 2 inputs and 1 steps");
    }
}
