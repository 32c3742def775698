package dev.afloat.cascade;

import dev.afloat.call.CallContext;
import dev.afloat.call.ContextualCall;

/** Calls that are made on a caller's thread, for whom the others wait on theirs. */
final class SingleFlightCalls<I, O> {
    private final SingleFlight<I, O> flight;
    private final ContextualCall<? super I, ? extends O> model;
    private final SingleFlightLine<I, O> line;

    SingleFlightCalls(SingleFlight<I, O> flight, ContextualCall<? super I, ? extends O> model) {
        this.flight = flight;
        this.model = model;
        this.line = new SingleFlightLine<>(flight);
    }

    O call(I input, CallContext context) throws Exception {
        SingleFlightCall<O> mine = line.call(input, context);
        SingleFlightCall<O> call = line.arrive(mine);
        if (call == null) {
            return model.call(input, context);
        }
        // Not by whether it has ended: mine may have been given up by now.
        return call == mine ? lead(mine, input, context) : flight.copied(call.outcome());
    }

    private O lead(SingleFlightCall<O> call, I input, CallContext context) throws Exception {
        try {
            flight.made();
            flight.nesting.enter(call);
            call.watch();
            O answer;
            try {
                answer = model.call(input, context);
            } finally {
                call.done();
                flight.nesting.leave(call);
            }
            call.retire();
            call.answered(answer);
            return flight.copied(answer);
        } catch (Throwable e) {
            call.failed(e);
            throw e;
        }
    }

    boolean isEmpty() {
        return line.isEmpty();
    }
}
