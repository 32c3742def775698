package dev.afloat.guard;

import dev.afloat.call.CallContext;
import dev.afloat.failure.Failure;
import dev.afloat.failure.ResponseInspector;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Provenance;
import dev.afloat.outcome.Result;
import dev.afloat.quality.Verdict;
import dev.afloat.time.Deadline;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One call of a tier that was admitted, and what came out of it. On the caller's thread this is all there is; where another thread
 * may be at it, it is a {@link Work}.
 */
public class Call<O> implements CallContext, Reply<O> {
    Guard<?, O> guard;
    private final long requestId;
    private long endNanos;

    /**
     * What came out: written by the computing thread, read by others only after the decision that it was done. A computation that
     * was given up may still write to it.
     */
    @Nullable
    O answer;

    /** What else came out: the {@link Throwable} that the code threw, the {@link Failure} its answer is, or the {@link Verdict} on it. */
    private @Nullable Object comment;

    private @Nullable Provenance provenance;
    private @Nullable Attempt attempt;

    Call(Guard<?, O> guard, long requestId, long endNanos) {
        this.guard = guard;
        this.requestId = requestId;
        this.endNanos = endNanos;
    }

    /** Makes this the call of the next tier: its own has ended and nobody else knows it. */
    final void moveOn(Guard<?, O> next, long end) {
        guard = next;
        endNanos = end;
        answer = null;
        comment = null;
        provenance = null;
        attempt = null;
    }

    /** Runs the tier's code and its checks. Never throws. */
    final <I> void compute(GuardSpec<I, O> spec, I input) {
        try {
            judge(spec, input, spec.body().call(input, this));
        } catch (Throwable e) {
            failed(e);
        }
    }

    /** Reads the answer out of what the code returned, and runs the checks on it. May throw what the reading throws. */
    final <I> void judge(GuardSpec<I, O> spec, I input, @Nullable Object returned) {
        O read = spec.body().answer(returned);
        answer = read;
        provenance = read == null ? null : spec.body().provenance(returned);
        ResponseInspector<? super O> inspector = spec.inspector();
        if (read != null && inspector != null && wanted()) {
            comment = inspector.inspect(read);
        }
        if (read != null && comment == null && !spec.checks().isEmpty() && toBeJudged(read)) {
            comment = spec.checks().judge(input, read);
        }
    }

    /** Takes what the code threw: whatever it came to before does not count. */
    final void failed(Throwable thrown) {
        comment = thrown;
    }

    final @Nullable Throwable thrown() {
        return comment instanceof Throwable thrown ? thrown : null;
    }

    final @Nullable Verdict verdict() {
        return comment instanceof Verdict verdict ? verdict : null;
    }

    final @Nullable Failure found() {
        return comment instanceof Failure failure ? failure : null;
    }

    /** Returns whether anybody still waits for the answer. */
    boolean wanted() {
        return true;
    }

    /** Returns whether anybody still wants to know if it is good. */
    boolean toBeJudged(O read) {
        return true;
    }

    /** Returns whether the code, or a check, failed because the caller's own thread was interrupted, and sets its flag again. */
    final boolean interrupted() {
        Verdict verdict = verdict();
        Throwable failure = verdict == null ? thrown() : verdict.cause();
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
        if (verdict != null && verdict.decision() != Verdict.Decision.REJECTED) {
            return false; // served
        }
        return failure instanceof Exception && Thread.currentThread().isInterrupted();
    }

    /** Ends the call by what came out; an answer that is not to be served is forgotten. */
    final Attempt ended(long nanos) {
        Verdict verdict = verdict();
        boolean good = comment == null || (verdict != null && verdict.decision() != Verdict.Decision.REJECTED);
        return ended(Endings.of(this, nanos), good ? answer : null);
    }

    /** Ends the call with this attempt, and with an answer to serve or none. */
    final Attempt ended(Attempt ended, @Nullable O toServe) {
        attempt = ended;
        serve(toServe);
        return ended;
    }

    /**
     * Has the tier's latency, if it is held to a bound, say how the ended call counts.
     *
     * @param givenUp whether its time was over before it was
     */
    final <I> Attempt judged(@Nullable Latency<I> latency, I input, Object admitted, boolean givenUp) {
        Attempt ended = attempt();
        Attempt judged = latency == null || elsewhere() ? ended : latency.judged(input, admitted, ended, givenUp);
        return judged == ended ? ended : ended(judged, judged.kind().isEmpty() ? value() : null);
    }

    /** Takes the answer to serve, or none. */
    void serve(@Nullable O toServe) {
        answer = toServe;
    }

    @Override
    public final Attempt attempt() {
        return Objects.requireNonNull(attempt, "not ended yet");
    }

    @Override
    public @Nullable O value() {
        return answer;
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
                        && comment instanceof Error error
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
        return Deadline.at(endsAt(), guard.time());
    }

    final long endsAt() {
        return endNanos;
    }

    /** Brings the end forward to {@code now}, when nobody waits any more. Other threads may see it later, or not at all. */
    final void endsBy(long now) {
        if (now - endNanos < 0) {
            endNanos = now;
        }
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

    /** Code that is told nothing of its call cannot say so. */
    @Override
    public void recordedElsewhere(boolean anothers) {}

    /** Returns what is to be recorded of {@code ended}; null for nothing. */
    final @Nullable Attempt toRecord(@Nullable Attempt ended) {
        return elsewhere() ? null : ended;
    }

    /** Has the tier take note of what the call met. */
    final void met(Failure failure, long nanos) {
        if (!elsewhere()) {
            guard.admission().failed(failure, nanos);
        }
    }
}
