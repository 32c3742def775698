package dev.afloat.cascade;

import dev.afloat.call.CallContext;
import org.jspecify.annotations.Nullable;

/** Calls that are made on a caller's thread, for whom the others wait on theirs. */
final class SingleFlightCalls<I, O> {
    private final SingleFlight<I, O> flight;
    private final Model<I, O> model;
    private final SingleFlightLine<I, O> line;

    /** A model that may or may not be told of its call. */
    interface Model<I, O> {
        O call(I input, @Nullable CallContext context) throws Exception;
    }

    SingleFlightCalls(SingleFlight<I, O> flight, Model<I, O> model) {
        this.flight = flight;
        this.model = model;
        this.line = new SingleFlightLine<>(flight);
    }

    O call(I input, @Nullable CallContext context) throws Exception {
        SingleFlightCall<O> mine = line.call(input, context);
        SingleFlightCall<O> call = line.arrive(mine);
        if (call == null) {
            return model.call(input, context);
        }
        // Not by whether it has ended: mine may have been given up by now.
        return call == mine ? lead(mine, input, context) : flight.copied(call.outcome());
    }

    private O lead(SingleFlightCall<O> call, I input, @Nullable CallContext context) throws Exception {
        try {
            flight.made();
            flight.nesting.enter(call);
            call.watch();
            O answer;
            try {
                answer = model.call(input, context);
            } finally {
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
