package dev.afloat.testkit;

import dev.afloat.event.CircuitState;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What became of the requests of an {@link IncidentStream}: read off what the chain returned and what the stub saw. Immutable.
 *
 * @param tier the tier that suffered
 * @param requests in order
 * @param calls the calls of the model, as it saw them
 */
public record AvailabilityReport<O>(String tier, List<Request<O>> requests, List<StubCall> calls) {

    /** Copies the lists. */
    public AvailabilityReport {
        requests = List.copyOf(requests);
        calls = List.copyOf(calls);
    }

    /**
     * What became of one request.
     *
     * @param index from 0
     * @param result what was returned; null if nothing was
     * @param failure what was thrown; null if nothing was
     * @param latency how long the caller waited
     * @param inTime whether it waited no longer than users do
     * @param before the state of the tier's circuit breaker when the request came; null if it has none
     * @param after the state after it
     */
    public record Request<O>(
            int index,
            @Nullable Result<O> result,
            @Nullable Exception failure,
            Duration latency,
            boolean inTime,
            @Nullable CircuitState before,
            @Nullable CircuitState after) {

        /** Returns whether there was an answer while the user was still waiting. */
        public boolean answered() {
            return result != null && inTime;
        }

        Optional<Attempt> attemptOf(String tier) {
            return result == null
                    ? Optional.empty()
                    : result.attempts().stream()
                            .filter(attempt -> attempt.tier().equals(tier))
                            .findFirst();
        }
    }

    private Stream<Result<O>> answers() {
        return requests.stream().filter(Request::answered).map(request -> Objects.requireNonNull(request.result()));
    }

    /** Returns how many requests there were. */
    public int total() {
        return requests.size();
    }

    /** Returns how many were answered in time. */
    public int answered() {
        return (int) answers().count();
    }

    /** Returns the share of requests that were answered in time, from 0 to 1; 1 if there were none. */
    public double availability() {
        return requests.isEmpty() ? 1 : (double) answered() / total();
    }

    /** Returns how many of the answers were degraded. */
    public int degraded() {
        return (int) answers().filter(Result::degraded).count();
    }

    /** Returns how many requests each tier answered, in the order in which they first did. */
    public Map<String, Integer> servedBy() {
        Map<String, Integer> served = new LinkedHashMap<>();
        answers().forEach(result -> served.merge(result.tier(), 1, Integer::sum));
        return served;
    }

    /** Returns how many requests {@code tierName} answered. */
    public int servedBy(String tierName) {
        return servedBy().getOrDefault(tierName, 0);
    }

    /** Returns how often the model was called. */
    public int modelCalls() {
        return calls.size();
    }

    /** Returns how many requests were spared a call of the model. */
    public int callsSaved() {
        return total() - (int) calls.stream().map(StubCall::request).distinct().count();
    }

    /** Returns how long callers waited for the model, all in all. */
    public Duration waitedForModel() {
        return requests.stream()
                .map(request -> request.attemptOf(tier).map(Attempt::duration).orElse(request.latency()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns the longest wait of all callers. */
    public Duration longest() {
        return requests.stream().map(Request::latency).max(Duration::compareTo).orElse(Duration.ZERO);
    }

    /** Returns the requests that left the circuit breaker open and found it otherwise. */
    public List<Integer> opened() {
        return indexes(request -> request.after() == CircuitState.OPEN && request.before() == CircuitState.CLOSED);
    }

    /** Returns the requests that were let through an open circuit breaker to try whether the model is back. */
    public List<Integer> probes() {
        return indexes(request -> (request.before() == CircuitState.OPEN || request.before() == CircuitState.HALF_OPEN)
                && calls.stream().anyMatch(call -> call.request() == request.index()));
    }

    /** Returns the requests that closed the circuit breaker. */
    public List<Integer> closed() {
        return indexes(request -> request.after() == CircuitState.CLOSED
                && request.before() != null
                && request.before() != CircuitState.CLOSED);
    }

    private List<Integer> indexes(Predicate<Request<O>> which) {
        return requests.stream().filter(which).map(Request::index).toList();
    }

    /** Returns one line: the availability and who answered. */
    public String summary() {
        return String.format(
                Locale.ROOT,
                "%d/%d = %.1f %%, served by %s, %d degraded, model called %d times",
                answered(),
                total(),
                100 * availability(),
                servedBy(),
                degraded(),
                modelCalls());
    }
}
