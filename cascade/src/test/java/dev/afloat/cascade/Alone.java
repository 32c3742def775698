package dev.afloat.cascade;

import dev.afloat.call.AsyncContextualCall;
import dev.afloat.call.AsyncModelCall;
import dev.afloat.call.ContextualCall;
import dev.afloat.call.ModelCall;

/** Calls of a flight outside of any chain: nobody gives them up. */
final class Alone {
    private Alone() {}

    static <I, O> ModelCall<I, O> of(SingleFlight<I, O> flight, ModelCall<I, O> model) {
        ContextualCall<I, O> calls = flight.calls(model);
        return input -> calls.call(input, new GivenContext());
    }

    static <I, O> AsyncModelCall<I, O> async(SingleFlight<I, O> flight, AsyncModelCall<I, O> model) {
        return async(flight.asyncCalls(model));
    }

    static <I, O> AsyncModelCall<I, O> async(AsyncContextualCall<I, O> calls) {
        return input -> calls.call(input, new GivenContext());
    }
}
