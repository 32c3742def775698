package dev.afloat.testkit;

import dev.afloat.FallbackChain;
import dev.afloat.call.ModelCall;
import dev.afloat.event.CircuitState;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Requests at a steady rate while a model goes through an incident. Immutable.
 *
 * <p>A request that is due while an earlier one still runs starts when that has ended.
 *
 * @param inputs what is asked, in order
 * @param interval the time from one request to the next
 * @param script what the model does, request by request; as long as {@code inputs}
 * @param patience an answer later than this counts as none
 */
public record IncidentStream<I>(List<I> inputs, Duration interval, Script script, Duration patience) {

    /**
     * @throws NullPointerException if an argument is null
     * @throws IllegalArgumentException if there is not one step for each input
     */
    public IncidentStream {
        inputs = List.copyOf(inputs);
        Objects.requireNonNull(interval, "interval");
        Objects.requireNonNull(patience, "patience");
        if (script.size() != inputs.size()) {
            throw new IllegalArgumentException("An incident needs one step for each request, but there are "
                    + inputs.size() + " inputs and " + script.size() + " steps");
        }
    }

    /**
     * Returns the built-in incident: 30 product searches, one a second. The model answers in 150 ms, hangs for 9 s in requests 5
     * and 25, and fails at once in requests 12 to 20. Users wait 800 ms.
     */
    public static IncidentStream<String> thirtyRequests() {
        return thirtyRequests(false);
    }

    /** As {@link #thirtyRequests()}; the hanging calls ignore interrupts if told so. */
    public static IncidentStream<String> thirtyRequests(boolean ignoringInterrupts) {
        List<String> queries = List.of("headphones", "coffee maker", "backpack", "keyboard", "headphones water");
        List<String> inputs = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            inputs.add(queries.get(i % queries.size()));
        }
        Step hang = new Step.Hang(Duration.ofSeconds(9), ignoringInterrupts);
        Script script = Script.always(30, Step.answerAfter(Duration.ofMillis(150)))
                .during(12, 20, Step.fail())
                .at(5, hang)
                .at(25, hang);
        return new IncidentStream<>(inputs, Duration.ofSeconds(1), script, Duration.ofMillis(800));
    }

    /**
     * Plays the incident on a chain, with a {@link StubModel} in place of the code of one tier.
     *
     * @param tier the tier that suffers
     * @param answers what its model answers when it does
     * @param factory builds the chain on the time of the incident; the chain is closed in the end
     * @throws AssertionError if the stub was never called: then the chain was not built as the factory was told
     */
    public <O> AvailabilityReport<O> play(
            String tier, ModelCall<? super I, ? extends O> answers, ChainFactory<I, O> factory) {
        VirtualTime time = new VirtualTime();
        StubModel<I, O> stub = StubModel.of(time, answers, script);
        try (FallbackChain<I, O> chain = factory.build(time, stub.inPlaceOf(tier))) {
            AvailabilityReport<O> report = play(time, List.of(stub), tier, chain);
            if (report.calls().isEmpty() && !inputs.isEmpty()) {
                throw new AssertionError(
                        "The incident never reached the tier '" + tier + "': build the chain with timeSource(time) "
                                + "and interceptor(incident), both as handed to the factory");
            }
            return report;
        }
    }

    /**
     * Plays the incident on a chain that was built on {@code time} around {@code stubs}, which all follow this incident.
     *
     * @param tier the tier whose breaker is watched
     */
    public <O> AvailabilityReport<O> play(
            VirtualTime time, List<StubModel<I, O>> stubs, String tier, FallbackChain<I, O> chain) {
        return play(time, stubs, tier, new Service<I, O>() {
            @Override
            public Result<O> answer(I input) {
                return chain.execute(input);
            }

            @Override
            public @Nullable CircuitState circuit() {
                return chain.health().tier(tier).circuit();
            }
        });
    }

    /** Plays the incident on the bare model: what a feature without a chain would have answered. */
    public <O> AvailabilityReport<O> playBare(ModelCall<? super I, ? extends O> answers) {
        VirtualTime time = new VirtualTime();
        StubModel<I, O> stub = StubModel.of(time, answers, script);
        return play(time, List.of(stub), "model", new BareModel<>(stub, time));
    }

    private <O> AvailabilityReport<O> play(
            VirtualTime time, List<StubModel<I, O>> stubs, String tier, Service<I, O> service) {
        List<AvailabilityReport.Request<O>> requests = new ArrayList<>();
        long origin = time.nanos();
        for (int i = 0; i < inputs.size(); i++) {
            long due = origin + i * interval.toNanos();
            time.advance(Duration.ofNanos(Math.max(0, due - time.nanos())));
            for (StubModel<I, O> stub : stubs) {
                stub.request(i);
            }
            long start = time.nanos();
            CircuitState before = service.circuit();
            Result<O> result = null;
            Exception failure = null;
            try {
                result = service.answer(inputs.get(i));
            } catch (ChainExhaustedException | BareModel.Failed e) {
                failure = e;
            }
            Duration took = Duration.ofNanos(time.nanos() - start);
            requests.add(new AvailabilityReport.Request<>(
                    i, result, failure, took, took.compareTo(patience) <= 0, before, service.circuit()));
        }
        List<StubCall> calls =
                stubs.stream().flatMap(stub -> stub.calls().stream()).toList();
        return new AvailabilityReport<>(tier, requests, calls);
    }

    /** What requests are sent to. */
    interface Service<I, O> {
        Result<O> answer(I input);

        @Nullable
        CircuitState circuit();
    }
}
