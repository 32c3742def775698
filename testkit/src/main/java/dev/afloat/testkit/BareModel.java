package dev.afloat.testkit;

import dev.afloat.event.CircuitState;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Level;
import dev.afloat.outcome.Origin;
import dev.afloat.outcome.Result;
import dev.afloat.time.TimeSource;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A model that is called directly: one attempt, no limit, no fallback. */
final class BareModel<I, O> implements IncidentStream.Service<I, O> {
    private static final Origin ORIGIN = new Origin("bare", "model", Level.PRIMARY, false);

    private final StubModel<I, O> model;
    private final TimeSource time;

    BareModel(StubModel<I, O> model, TimeSource time) {
        this.model = model;
        this.time = time;
    }

    /** What a user of the bare model sees. */
    static final class Failed extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Failed(Exception cause) {
            super("The bare model failed", cause);
        }
    }

    @Override
    public Result<O> answer(I input) {
        long start = time.nanos();
        try {
            O value = model.call(input);
            long nanos = time.nanos() - start;
            return Result.of(value, ORIGIN, null, List.of(Attempt.succeeded("model", nanos)), 0, nanos);
        } catch (Exception e) {
            throw new Failed(e);
        }
    }

    @Override
    public @Nullable CircuitState circuit() {
        return null;
    }
}
