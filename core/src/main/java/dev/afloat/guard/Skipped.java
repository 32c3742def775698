package dev.afloat.guard;

import dev.afloat.call.CallContext;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Provenance;
import org.jspecify.annotations.Nullable;

/**
 * The reply of a tier that was not called: one per tier and reason, made once, unless it was waited for.
 *
 * @param waited what came of waiting for a permit; null if there was none
 */
record Skipped<O>(Attempt attempt, @Nullable PermitWait waited) implements Reply<O> {

    Skipped(String tier, FailureKind kind) {
        this(Attempt.skipped(tier, kind), null);
    }

    /**
     * @param code says more than the kind
     * @param nanos how long it was waited for
     */
    Skipped(String tier, FailureKind kind, String code, long nanos, @Nullable PermitWait waited) {
        this(Attempt.ran(tier, Outcome.SKIPPED, kind, code, nanos, null), waited);
    }

    @Override
    public long late(long now) {
        return waited == null ? 0 : Math.max(0, now - waited.endNanos());
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
