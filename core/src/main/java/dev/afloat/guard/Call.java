package dev.afloat.guard;

import dev.afloat.call.CallContext;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.QualityFailureException;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Provenance;
import dev.afloat.outcome.Result;
import dev.afloat.quality.Verdict;
import dev.afloat.time.Deadline;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tier that was admitted, and what came out of it. On the caller's thread this is all there is; with a time limit it
 * is a {@link Work}.
 */
public class Call<O> implements CallContext, Reply<O> {
    final Guard<?, O> guard;
    private final long requestId;
    private final long endNanos;
    private final boolean bounded;

    /** What came out: written by the computing thread before the decision, read after it. */
    private @Nullable O value;

    private @Nullable Verdict verdict;
    private @Nullable Provenance provenance;

    @Nullable
    Throwable thrown;

    private @Nullable Attempt attempt;

    /** Decided once, on the caller's thread: a computation given up may still write {@link #value} after that. */
    private boolean served;

    Call(Guard<?, O> guard, long requestId, long endNanos, boolean bounded) {
        this.guard = guard;
        this.requestId = requestId;
        this.endNanos = endNanos;
        this.bounded = bounded;
    }

    /** Runs the tier's code and its checks. Never throws. */
    final <I> void compute(GuardSpec<I, O> spec, I input) {
        try {
            O answer = spec.body().call(input, this);
            value = answer;
            if (answer != null && !spec.checks().isEmpty() && toBeJudged(answer)) {
                verdict = spec.checks().judge(input, answer);
            }
        } catch (Throwable e) {
            thrown = e;
        }
    }

    /** Returns whether anybody still wants to know if {@code answer} is good. */
    boolean toBeJudged(O answer) {
        return true;
    }

    /** Returns whether the code failed because the caller's own thread was interrupted, and sets its flag again. */
    final boolean interrupted() {
        if (thrown instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        return thrown instanceof Exception && Thread.currentThread().isInterrupted();
    }

    /** Turns what came out into an attempt, and forgets an answer that is not to be served. */
    final Outcome ended(long nanos) {
        Attempt ended = attemptOf(nanos);
        served = value != null && thrown == null && !rejected();
        if (!served) {
            value = null;
        }
        attempt = ended;
        return ended.outcome();
    }

    private boolean rejected() {
        return verdict != null && verdict.decision() == Verdict.Decision.REJECTED;
    }

    private Attempt attemptOf(long nanos) {
        String tier = tier();
        if (thrown != null) {
            return failed(tier, thrown, nanos);
        }
        if (value == null) {
            return guard.mayMiss()
                    ? Attempt.ran(tier, Outcome.MISS, FailureKind.MISS, null, nanos, null)
                    : Attempt.ran(tier, Outcome.ERROR, FailureKind.MALFORMED, "null", nanos, null);
        }
        if (verdict == null) {
            return Attempt.succeeded(tier, nanos);
        }
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
        FailureKind kind = thrown instanceof ChainExhaustedException inner
                ? inner.attempts().stream().findFirst().flatMap(Attempt::kind).orElse(FailureKind.UNKNOWN)
                : FailureKind.of(thrown);
        return Attempt.ran(tier, Outcome.ERROR, kind, null, nanos, thrown);
    }

    /** Ends the call with this attempt and without an answer, or with one that was not judged. */
    final Outcome ended(Attempt ended, @Nullable O unjudged) {
        attempt = ended;
        value = unjudged;
        served = unjudged != null;
        return ended.outcome();
    }

    /** Notes that the answer was kept or comes from a nested chain. Called by the tier's body. */
    public final void provenance(Provenance where) {
        provenance = where;
    }

    /** Returns the outcome of a nested chain as this tier's answer. */
    public final O nested(Result<O> inner) {
        provenance = Provenance.nested(inner);
        return inner.value();
    }

    @Override
    public final Attempt attempt() {
        return Objects.requireNonNull(attempt, "not ended yet");
    }

    @Override
    public final @Nullable O value() {
        return served ? value : null;
    }

    @Override
    public final @Nullable Provenance provenance() {
        return provenance;
    }

    @Override
    public final CallContext context() {
        return this;
    }

    /** Stack overflows and broken linkage are failures of the tier; every other error is the caller's to see. */
    @Override
    public final @Nullable Error fatal() {
        return attempt().outcome() == Outcome.ERROR
                        && thrown instanceof Error error
                        && !(error instanceof StackOverflowError)
                        && !(error instanceof LinkageError)
                ? error
                : null;
    }

    @Override
    public final String feature() {
        return guard.origin().feature();
    }

    @Override
    public final String tier() {
        return guard.origin().tier();
    }

    @Override
    public final String requestId() {
        return Result.requestIdOf(requestId);
    }

    /** Returns the number behind {@link #requestId()}. */
    public final long requestNumber() {
        return requestId;
    }

    @Override
    public final Deadline deadline() {
        return bounded ? Deadline.at(endNanos, guard.time()) : Deadline.none();
    }

    final long end() {
        return endNanos;
    }

    @Override
    public boolean cancelled() {
        return false;
    }

    /** On the caller's thread nobody can stop waiting before the call returns: the hook never runs. */
    @Override
    public void onCancel(Runnable hook) {
        Objects.requireNonNull(hook, "hook");
    }
}
