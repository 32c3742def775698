package dev.afloat.cascade;

import dev.afloat.call.AsyncContextualCall;
import dev.afloat.call.AsyncModelCall;
import dev.afloat.call.CallContext;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/** Calls that answer later. Until the model has returned its stage they are as {@link SingleFlightCalls}; then the stage is shared. */
final class SingleFlightAsyncCalls<I, O> implements AsyncContextualCall<I, O> {
    private final SingleFlight<I, O> flight;
    private final AsyncModelCall<? super I, ? extends O> model;
    private final SingleFlightLine<I, @Nullable SingleFlightShares<O>> line;

    SingleFlightAsyncCalls(SingleFlight<I, O> flight, AsyncModelCall<? super I, ? extends O> model) {
        this.flight = flight;
        this.model = model;
        this.line = new SingleFlightLine<>(flight);
    }

    @Override
    @SuppressWarnings({"NullAway", "unchecked"
    }) // what the model returned is passed on: null too, and stages are read only
    public CompletionStage<O> call(I input, CallContext context) throws Exception {
        SingleFlightCall<@Nullable SingleFlightShares<O>> mine = line.call(input, context);
        while (true) {
            SingleFlightCall<@Nullable SingleFlightShares<O>> call = line.arrive(mine);
            if (call == null) {
                return (CompletionStage<O>) model.call(input);
            }
            if (call == mine) {
                return lead(mine, input, context);
            }
            SingleFlightShares<O> shares = call.outcome();
            if (shares == null) {
                return null;
            }
            CompletionStage<O> share = shares.join(context);
            if (share != null) {
                return share;
            }
            call.retire(); // it has just come to its end
        }
    }

    @SuppressWarnings("NullAway") // as above
    private CompletionStage<O> lead(
            SingleFlightCall<@Nullable SingleFlightShares<O>> call, I input, CallContext context) throws Exception {
        try {
            flight.made();
            flight.nesting.enter(call);
            CompletionStage<? extends O> stage;
            try {
                stage = model.call(input);
            } finally {
                flight.nesting.leave(call);
            }
            if (stage == null) {
                call.done();
                call.retire();
                call.answered(null);
                return null;
            }
            SingleFlightShares<O> shares = new SingleFlightShares<>(flight, call, stage, context);
            call.answered(shares);
            return shares.listen();
        } catch (Throwable e) {
            call.done();
            call.failed(e);
            throw e;
        }
    }

    boolean isEmpty() {
        return line.isEmpty();
    }
}
