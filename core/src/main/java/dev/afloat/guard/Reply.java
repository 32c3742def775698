package dev.afloat.guard;

import dev.afloat.call.CallContext;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Provenance;
import org.jspecify.annotations.Nullable;

/** What a {@link Guard} says of one call: an attempt, and an answer if there is one to serve. */
public interface Reply<O> {

    /** Returns what became of the tier. */
    Attempt attempt();

    /** Returns the answer to serve; null if there is none. */
    @Nullable
    O value();

    /** Returns where the answer came from; null if the tier made it just now. */
    @Nullable
    Provenance provenance();

    /** Returns the context of the call; null if the tier was skipped. */
    @Nullable
    CallContext context();

    /** Returns whether the outcome is that of another call, and is recorded there. */
    default boolean elsewhere() {
        return false;
    }

    /** Returns by how much its limit, or its wait for a permit, had ended late when the request went on at {@code now}. */
    default long late(long now) {
        return 0;
    }

    /** Returns the error that the caller has to see; null if there is none. */
    @Nullable
    Error fatal();
}
