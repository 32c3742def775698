package dev.afloat.guard;

import dev.afloat.call.CallContext;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Provenance;
import org.jspecify.annotations.Nullable;

/** The reply of a tier that was not called: one per tier and reason, made once. */
record Skipped<O>(Attempt attempt) implements Reply<O> {

    Skipped(String tier, FailureKind kind) {
        this(Attempt.skipped(tier, kind));
    }

    @Override
    public @Nullable O value() {
        return null;
    }

    @Override
    public @Nullable Provenance provenance() {
        return null;
    }

    @Override
    public @Nullable CallContext context() {
        return null;
    }

    @Override
    public @Nullable Error fatal() {
        return null;
    }
}
