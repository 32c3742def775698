package dev.afloat.pipeline;

import dev.afloat.failure.FailureKind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a body, or a run of steps, gave.
 *
 * @param value null only for an optional branch that was skipped
 * @param reason why it is degraded; null if it is not
 * @param reports what became of the steps inside; empty for code and chains
 */
record Done(
        @Nullable Object value,
        boolean degraded,
        boolean partial,
        @Nullable FailureKind reason,
        List<StepReport> reports) {}
