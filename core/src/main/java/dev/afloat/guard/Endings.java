package dev.afloat.guard;

import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.QualityFailureException;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.outcome.Outcome;
import dev.afloat.quality.Verdict;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** How what came out of a call reads as an attempt. */
final class Endings {
    /** What a chain inside came to grief by first, and what is no failure of that chain. */
    private static final Set<FailureKind> NEUTRAL_INSIDE = EnumSet.of(
            FailureKind.MISS,
            FailureKind.OUT_OF_TIME,
            FailureKind.RATE_LIMITED,
            FailureKind.QUOTA_EXHAUSTED,
            FailureKind.MISCONFIGURED,
            FailureKind.BAD_REQUEST,
            FailureKind.CONTEXT_TOO_LONG,
            FailureKind.REFUSED);

    private Endings() {}

    static Attempt of(Call<?> call, long nanos) {
        String tier = call.tier();
        Throwable thrown = call.thrown();
        if (thrown != null) {
            return failed(call, thrown, nanos);
        }
        Failure found = call.found();
        if (found != null) {
            return failed(call, found, null, nanos);
        }
        if (call.answer == null) {
            return call.guard.spec().mayMiss()
                    ? ran(tier, Outcome.MISS, FailureKind.MISS, nanos)
                    : Attempt.ran(tier, Outcome.ERROR, FailureKind.MALFORMED, "null-answer", nanos, null);
        }
        Verdict verdict = call.verdict();
        return verdict == null ? Attempt.succeeded(tier, nanos) : judged(call, verdict, nanos);
    }

    private static Attempt judged(Call<?> call, Verdict verdict, long nanos) {
        String tier = call.tier();
        return switch (verdict.decision()) {
            case ACCEPTED -> Attempt.ran(tier, Outcome.SUCCESS, null, verdict.code(), nanos, verdict.cause());
            case UNCERTAIN -> Attempt.ran(tier, Outcome.NEUTRAL, null, verdict.code(), nanos, verdict.cause());
            case COUNTED -> Attempt.ran(tier, Outcome.QUALITY_FAILURE, null, verdict.code(), nanos, null);
            case REJECTED -> rejected(call, verdict, nanos);
        };
    }

    /** As if the code had failed in that way, unless the input is to blame. */
    private static Attempt rejected(Call<?> call, Verdict verdict, long nanos) {
        FailureKind kind = Objects.requireNonNull(verdict.kind());
        if (verdict.neutral()) {
            return Attempt.ran(call.tier(), Outcome.NEUTRAL, kind, verdict.code(), nanos, verdict.cause());
        }
        call.met(Failure.of(kind), nanos);
        return Attempt.ran(call.tier(), outcome(kind), kind, verdict.code(), nanos, verdict.cause());
    }

    private static Attempt failed(Call<?> call, Throwable thrown, long nanos) {
        String tier = call.tier();
        if (thrown instanceof QualityFailureException quality) {
            return Attempt.ran(tier, Outcome.QUALITY_FAILURE, FailureKind.QUALITY, quality.code(), nanos, quality);
        }
        if (thrown instanceof ChainClosedException) {
            return Attempt.ran(tier, Outcome.NEUTRAL, FailureKind.CLOSED, null, nanos, thrown);
        }
        if (thrown instanceof ChainExhaustedException inner) {
            Attempt first = first(inner);
            FailureKind kind = first == null ? FailureKind.MISS : first.kind().orElse(FailureKind.UNKNOWN);
            boolean saysNothing =
                    inner.skippedOnly() || NEUTRAL_INSIDE.contains(kind) || (first != null && blamesInput(first));
            return Attempt.ran(tier, saysNothing ? Outcome.NEUTRAL : Outcome.ERROR, kind, null, nanos, thrown);
        }
        // Errors are of this program, whatever a classifier would make of them.
        Failure failure = thrown instanceof Error
                ? Failure.of(FailureKind.UNKNOWN)
                : call.guard.spec().classifier().classify(thrown);
        return failed(call, failure, thrown, nanos);
    }

    private static Attempt failed(Call<?> call, Failure failure, @Nullable Throwable thrown, long nanos) {
        call.met(failure, nanos);
        FailureKind kind = failure.kind();
        String code = failure.status().isPresent() ? "http-" + failure.status().getAsInt() : null;
        return Attempt.ran(call.tier(), outcome(kind), kind, code, nanos, thrown);
    }

    private static Outcome outcome(FailureKind kind) {
        if (kind == FailureKind.QUALITY) {
            return Outcome.QUALITY_FAILURE;
        }
        return kind.countsAgainstTier() ? Outcome.ERROR : Outcome.NEUTRAL;
    }

    /** As in a result, a miss is the reason only where nothing else is. */
    private static @Nullable Attempt first(ChainExhaustedException inner) {
        for (Attempt attempt : inner.attempts()) {
            if (attempt.outcome() != Outcome.MISS) {
                return attempt;
            }
        }
        return null;
    }

    /** Returns whether a check rejected an answer for what else counts against a tier, and said that the input is to blame. */
    private static boolean blamesInput(Attempt neutral) {
        return neutral.outcome() == Outcome.NEUTRAL
                && neutral.kind()
                        .filter(kind -> kind == FailureKind.QUALITY || kind == FailureKind.MALFORMED)
                        .isPresent();
    }

    /** Returns whether something was found in an answer that counts neither for the tier nor against it. */
    static boolean noted(Attempt attempt) {
        return switch (attempt.outcome()) {
            case SUCCESS -> attempt.code().isPresent();
            case NEUTRAL ->
                attempt.kind().isEmpty()
                        || blamesInput(attempt)
                        || attempt.kind().get() == FailureKind.REFUSED;
            default -> false;
        };
    }

    /** Returns whether there was an answer, however poor, or the answer that there is none. */
    static boolean answered(Attempt attempt) {
        return switch (attempt.outcome()) {
            case SUCCESS, QUALITY_FAILURE, MISS -> true;
            case NEUTRAL ->
                attempt.kind().isEmpty() || blamesInput(attempt); // served with a doubt, or poor by its input
            case ERROR, TIMEOUT, SKIPPED -> false;
        };
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
