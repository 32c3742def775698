package dev.afloat.guard;

import dev.afloat.failure.FailureKind;
import dev.afloat.failure.QualityFailureException;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.outcome.Outcome;
import dev.afloat.quality.Verdict;
import org.jspecify.annotations.Nullable;

/** How what came out of a call reads as an attempt. */
final class Endings {
    private Endings() {}

    static Attempt of(Call<?> call, long nanos) {
        String tier = call.tier();
        Throwable thrown = call.thrown();
        if (thrown != null) {
            return failed(tier, thrown, nanos);
        }
        if (call.answer == null) {
            return call.guard.mayMiss()
                    ? ran(tier, Outcome.MISS, FailureKind.MISS, nanos)
                    : Attempt.ran(tier, Outcome.ERROR, FailureKind.MALFORMED, "null-answer", nanos, null);
        }
        Verdict verdict = call.verdict();
        return verdict == null ? Attempt.succeeded(tier, nanos) : judged(tier, verdict, nanos);
    }

    private static Attempt judged(String tier, Verdict verdict, long nanos) {
        return switch (verdict.decision()) {
            case ACCEPTED -> Attempt.succeeded(tier, nanos);
            case UNCERTAIN -> Attempt.ran(tier, Outcome.NEUTRAL, null, verdict.code(), nanos, verdict.cause());
            case COUNTED -> Attempt.ran(tier, Outcome.QUALITY_FAILURE, null, verdict.code(), nanos, null);
            case REJECTED ->
                Attempt.ran(tier, Outcome.QUALITY_FAILURE, FailureKind.QUALITY, verdict.code(), nanos, verdict.cause());
        };
    }

    private static Attempt failed(String tier, Throwable thrown, long nanos) {
        if (thrown instanceof QualityFailureException quality) {
            return Attempt.ran(tier, Outcome.QUALITY_FAILURE, FailureKind.QUALITY, quality.code(), nanos, quality);
        }
        if (thrown instanceof ChainClosedException) {
            return Attempt.ran(tier, Outcome.NEUTRAL, FailureKind.CLOSED, null, nanos, thrown);
        }
        if (thrown instanceof ChainExhaustedException inner) {
            FailureKind kind = firstKind(inner);
            boolean saysNothing = inner.skippedOnly() || kind == FailureKind.OUT_OF_TIME;
            return Attempt.ran(tier, saysNothing ? Outcome.NEUTRAL : Outcome.ERROR, kind, null, nanos, thrown);
        }
        return Attempt.ran(tier, Outcome.ERROR, FailureKind.of(thrown), null, nanos, thrown);
    }

    private static FailureKind firstKind(ChainExhaustedException inner) {
        return inner.attempts().stream().findFirst().flatMap(Attempt::kind).orElse(FailureKind.UNKNOWN);
    }

    /**
     * Returns the attempt of a tier that was not done at the end of its time.
     *
     * @param answered whether the code had answered, so that it is a check that took too long
     * @param served whether that answer is served all the same
     * @param fullSlice whether the tier had all the time that it can have: less is nobody's failure
     */
    static Attempt late(String tier, boolean answered, boolean served, boolean fullSlice, long nanos) {
        if (served) {
            return Attempt.ran(tier, Outcome.NEUTRAL, null, "check-overran", nanos, null);
        }
        if (!fullSlice) {
            return ran(tier, Outcome.NEUTRAL, FailureKind.OUT_OF_TIME, nanos);
        }
        return answered
                ? Attempt.ran(tier, Outcome.QUALITY_FAILURE, FailureKind.QUALITY, "check-overran", nanos, null)
                : ran(tier, Outcome.TIMEOUT, FailureKind.TIMEOUT, nanos);
    }

    static Attempt ran(String tier, Outcome outcome, @Nullable FailureKind kind, long nanos) {
        return Attempt.ran(tier, outcome, kind, null, nanos, null);
    }
}
