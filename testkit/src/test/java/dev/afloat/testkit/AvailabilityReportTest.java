package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Origin;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.AvailabilityReport.Request;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class AvailabilityReportTest {
    private final List<Request<String>> requests = new ArrayList<>();
    private final List<StubCall> calls = new ArrayList<>();

    private void request(@Nullable Result<String> result, long millis, CircuitState before, CircuitState after) {
        requests.add(new Request<>(
                requests.size(),
                result,
                result == null ? new IllegalStateException("nobody") : null,
                Duration.ofMillis(millis),
                millis <= 800,
                before,
                after));
    }

    private void call(int request) {
        calls.add(new StubCall(request, Step.fail(), Duration.ZERO, Duration.ZERO, false));
    }

    private AvailabilityReport<String> report() {
        return new AvailabilityReport<>("model", requests, calls);
    }

    private static Result<String> primary(long millis) {
        return Result.of(
                "a",
                new Origin("f", "model", Level.PRIMARY, false),
                null,
                List.of(Attempt.succeeded("model", millis * 1_000_000)),
                0,
                0);
    }

    private static Result<String> net(Attempt model) {
        return Result.of(
                "a",
                new Origin("f", "net", Level.STATIC, false),
                null,
                List.of(model, Attempt.succeeded("net", 0)),
                0,
                0);
    }

    private static Result<String> netAfterTimeout() {
        return net(Attempt.ran("model", Outcome.TIMEOUT, FailureKind.TIMEOUT, null, 800_000_000, null));
    }

    private static Result<String> netAfterSkip() {
        return net(Attempt.skipped("model", FailureKind.CIRCUIT_OPEN));
    }

    @Test
    void an_answer_counts_only_if_it_came_in_time() {
        request(primary(100), 100, CircuitState.CLOSED, CircuitState.CLOSED);
        request(primary(801), 801, CircuitState.CLOSED, CircuitState.CLOSED);
        request(null, 5, CircuitState.CLOSED, CircuitState.CLOSED);
        request(netAfterTimeout(), 800, CircuitState.CLOSED, CircuitState.CLOSED);

        AvailabilityReport<String> report = report();

        assertThat(report.total()).isEqualTo(4);
        assertThat(report.answered()).isEqualTo(2);
        assertThat(report.availability()).isEqualTo(0.5);
        assertThat(report.degraded()).isEqualTo(1);
        assertThat(report.servedBy()).containsOnlyKeys("model", "net").containsEntry("model", 1);
        assertThat(report.servedBy("cache")).isZero();
        assertThat(report.longest()).isEqualTo(Duration.ofMillis(801));
    }

    @Test
    void the_time_waited_for_the_model_is_that_of_its_attempts_or_the_whole_request_where_there_is_none() {
        request(primary(100), 100, CircuitState.CLOSED, CircuitState.CLOSED);
        request(netAfterTimeout(), 810, CircuitState.CLOSED, CircuitState.OPEN);
        request(netAfterSkip(), 7, CircuitState.OPEN, CircuitState.OPEN);
        request(null, 30, CircuitState.OPEN, CircuitState.OPEN);

        assertThat(report().waitedForModel()).isEqualTo(Duration.ofMillis(930));
    }

    @Test
    void changes_of_the_breaker_are_told_by_request() {
        request(netAfterTimeout(), 800, CircuitState.CLOSED, CircuitState.OPEN);
        request(netAfterSkip(), 0, CircuitState.OPEN, CircuitState.OPEN);
        request(netAfterTimeout(), 800, CircuitState.OPEN, CircuitState.OPEN);
        request(netAfterTimeout(), 800, CircuitState.OPEN, CircuitState.HALF_OPEN);
        request(primary(100), 100, CircuitState.HALF_OPEN, CircuitState.CLOSED);
        request(primary(100), 100, CircuitState.CLOSED, CircuitState.CLOSED);
        List.of(0, 2, 3, 4, 5).forEach(this::call);

        AvailabilityReport<String> report = report();

        assertThat(report.opened()).containsExactly(0);
        assertThat(report.probes()).containsExactly(2, 3, 4);
        assertThat(report.closed()).containsExactly(4);
    }

    @Test
    void a_request_that_called_twice_is_saved_no_less() {
        request(primary(1), 1, CircuitState.CLOSED, CircuitState.CLOSED);
        request(netAfterSkip(), 1, CircuitState.OPEN, CircuitState.OPEN);
        call(0);
        call(0);

        assertThat(report().modelCalls()).isEqualTo(2);
        assertThat(report().callsSaved()).isEqualTo(1);
    }

    @Test
    void the_summary_fits_on_one_line() {
        request(primary(1), 1, CircuitState.CLOSED, CircuitState.CLOSED);
        request(netAfterSkip(), 1, CircuitState.OPEN, CircuitState.OPEN);
        request(null, 1, CircuitState.OPEN, CircuitState.OPEN);
        call(0);

        assertThat(report().summary())
                .isEqualTo("2/3 = 66.7 %, served by {model=1, net=1}, 1 degraded, model called 1 times");
    }

    @Test
    void no_requests_at_all_are_full_availability() {
        assertThat(report().availability()).isEqualTo(1);
        assertThat(report().longest()).isZero();
        assertThat(report().waitedForModel()).isZero();
    }

    @Test
    void a_report_keeps_what_it_was_given() {
        request(primary(1), 1, CircuitState.CLOSED, CircuitState.CLOSED);
        AvailabilityReport<String> report = report();

        requests.clear();

        assertThat(report.total()).isEqualTo(1);
    }
}
