package dev.afloat.guard;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Origin;
import dev.afloat.outcome.Outcome;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import io.github.resilience4j.timelimiter.TimeLimiter;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Protects the calls of one tier: permit, then breaker, then time limit with the call and its checks inside, then one outcome
 * recorded. Safe for use by many threads.
 */
public final class Guard<I, O> {
    private final GuardSpec<I, O> spec;
    private final Environment environment;
    private final TimeSource time;
    private final @Nullable TimeLimiter limiter;
    private final Admission<O> admission;
    private final Suitability<O> suitability;
    private final @Nullable Latency<I> latency;

    /** Makes a guard with a breaker of its own. */
    public Guard(GuardSpec<I, O> spec, Environment environment) {
        this.spec = spec;
        this.environment = environment;
        this.time = environment.time();
        this.limiter = spec.limiter();
        this.admission = new Admission<>(spec, environment);
        this.suitability = new Suitability<>(spec);
        this.latency = spec.latency() == null
                ? null
                : new Latency<>(spec.latency(), admission.circuits(), environment.mishaps());
    }

    /**
     * Calls the tier and returns when its outcome is settled. Throws nothing of the tier's.
     *
     * @param requestId the number of the request
     * @param now the moment the tier is entered: its limit runs from here
     * @param end the moment by which the chain wants it to end
     * @param late by how much limits of this request have fired late: no later tier's minimum is held to that
     * @param before the reply of the tier before, whose object may be used again; null if there is none
     */
    public Reply<O> call(I input, long requestId, long now, long end, long late, @Nullable Reply<O> before) {
        boolean onCaller = limiter == null && !spec.stage();
        if (!onCaller) {
            StackRoom.require(); // a hand-over is dear enough to afford it
        }
        Object admitted = admission.admit(end - now, late);
        long waited = 0;
        if (admitted instanceof Skipped<?>) {
            admitted = admission.admitLater(admitted, now, end);
            if (admitted instanceof Skipped<?>) {
                return skipped(admitted);
            }
            waited = time.nanos() - now;
        }
        return onCaller
                ? onCaller(input, requestId, now, end, before, admitted)
                : waiting(input, requestId, now, end, waited, admitted);
    }

    @SuppressWarnings("unchecked")
    private Reply<O> skipped(Object admitted) {
        return (Skipped<O>) admitted;
    }

    /** Returns whether a call ends at its time whatever its code does: code that returns stages does at the chain's too. */
    private boolean timed(long left) {
        return limiter != null || (spec.stage() && !Deadline.far(left));
    }

    // On the caller's thread.

    private Reply<O> onCaller(I input, long requestId, long now, long end, @Nullable Reply<O> before, Object admitted) {
        Attempt ended = null;
        Call<O> call = null;
        try {
            call = reused(before, end);
            if (call == null) {
                call = spec.forgetful() ? new Call<>(this, requestId, end) : new ToldCall<>(this, requestId, end);
            }
            call.compute(spec, input);
            long nanos = time.nanos() - now;
            ended = call.interrupted() ? call.ended(cancelled(nanos, call.thrown()), null) : call.ended(nanos);
            ended = call.judged(latency, input, admitted, false);
            return call;
        } finally {
            try {
                admission.settle(admitted, call == null ? null : call.toRecord(ended));
            } finally {
                admission.release(); // who gets it next shall find the breaker told
            }
        }
    }

    private @Nullable Call<O> reused(@Nullable Reply<O> before, long end) {
        // Neither was told of it, nor will be: what is told may keep it, and say something about it.
        if (spec.forgetful()
                && before instanceof Call<O> call
                && !(call instanceof Work)
                && call.guard.spec.forgetful()) {
            call.moveOn(this, end);
            return call;
        }
        return null;
    }

    private Attempt cancelled(long nanos, @Nullable Throwable cause) {
        return Attempt.ran(origin().tier(), Outcome.NEUTRAL, FailureKind.CANCELLED, null, nanos, cause);
    }

    // On another thread, with the caller waiting.

    private Reply<O> waiting(I input, long requestId, long now, long end, long waited, Object admitted) {
        Attempt ended = null;
        WaitedWork<I, O> work = null;
        try {
            long slice = admission.slice(end - now);
            work = new WaitedWork<>(
                    this,
                    input,
                    environment.context().capture(),
                    requestId,
                    timed(end - now) ? now + slice : end,
                    admission.full(slice, waited));
            environment.threads().entered(work);
            wait(work);
            ended = work.conclude(time.nanos() - now, admitted);
            return work;
        } finally {
            try {
                admission.settle(admitted, work == null ? null : work.toRecord(ended));
            } finally {
                if (work == null) {
                    admission.release();
                } else {
                    // Only now: interrupting takes time, and the outcome should not.
                    work.settled();
                }
            }
        }
    }

    /** What comes out of the limiter, its listeners' exceptions included, is of no account: the work knows how it ended. */
    private void wait(WaitedWork<I, O> work) {
        if (limiter == null) {
            work.await();
            return;
        }
        try {
            limiter.executeFutureSupplier(() -> work);
        } catch (Throwable e) {
            work.refuse(e);
        }
    }

    // On another thread, with nobody waiting.

    /**
     * Starts a call of the tier and returns at once. Its limit is watched by the chain's timer.
     *
     * @param late as in {@link #call}
     * @param onWorker whether this thread may run the tier's code
     * @return the reply, if the tier was skipped; null if it was started: then {@code caller} is told
     */
    public @Nullable Reply<O> start(
            I input, long requestId, long now, long end, long late, boolean onWorker, AsyncCaller<O> caller) {
        if (!onWorker) {
            StackRoom.require();
        }
        Object admitted = admission.admit(end - now, late);
        if (!(admitted instanceof Skipped<?>)) {
            return begin(input, requestId, now, end, 0, onWorker, caller, admitted);
        }
        long patience = admission.patience(admitted, end - now);
        if (patience <= 0) {
            return skipped(admitted);
        }
        new RequestWait<>(this, input, caller, requestId, now, end, patience).begin();
        return null;
    }

    /** Goes on with a call whose wait for a permit has ended, on a thread that may run the tier's code; as {@link #start}. */
    @Nullable
    Reply<O> resume(RequestWait<I, O> wait) {
        Object admitted = admission.admitAfter(wait, wait.entered, wait.end);
        return admitted instanceof Skipped<?>
                ? skipped(admitted)
                : begin(
                        wait.input,
                        wait.requestId,
                        wait.entered,
                        wait.end,
                        time.nanos() - wait.entered,
                        true,
                        wait.caller(),
                        admitted);
    }

    private @Nullable Reply<O> begin(
            I input,
            long requestId,
            long now,
            long end,
            long waited,
            boolean onWorker,
            AsyncCaller<O> caller,
            Object admitted) {
        AsyncWork<I, O> work = null;
        try {
            long slice = admission.slice(end - now);
            work = new AsyncWork<>(
                    this,
                    input,
                    caller,
                    requestId,
                    now,
                    timed(end - now) ? now + slice : end,
                    admission.full(slice, waited),
                    admitted);
        } finally {
            if (work == null) {
                admission.giveBack(admitted);
            }
        }
        try {
            // In this order: what gives it up takes it out again.
            environment.threads().entered(work);
            caller.started(work);
        } catch (Throwable e) {
            return work.refused(e) ? work : null;
        }
        return work.decided() || work.handOver(timed(end - now), onWorker) ? null : work;
    }

    /** Returns whether calls of this tier can be started by a thread that must not run its code. */
    public boolean limited() {
        return limiter != null;
    }

    // What a work asks of its guard.

    void workEnded(Work<I, O> work, boolean wasAbandoned) {
        environment.threads().left(work);
        if (wasAbandoned) {
            admission.abandonedEnded();
        }
        admission.release();
    }

    Admission<O> admission() {
        return admission;
    }

    TimeSource time() {
        return time;
    }

    GuardSpec<I, O> spec() {
        return spec;
    }

    Environment environment() {
        return environment;
    }

    @Nullable
    Latency<I> latency() {
        return latency;
    }

    /** Returns who the tier is. */
    public Origin origin() {
        return spec.origin();
    }

    /**
     * Returns the reply of a tier that is not for requests that failed as this one did; null if it is to be tried.
     *
     * @param latest the kind of the attempt before
     * @param kinds all kinds of attempts so far, as bits by their ordinal
     */
    public @Nullable Reply<O> unsuited(FailureKind latest, int kinds) {
        return suitability.unsuited(latest, kinds);
    }

    /** Returns how the tier is doing. Changes nothing: no permit is taken, an open breaker stays open. */
    public TierHealth health() {
        long now = time.nanos();
        return admission.health(
                Duration.ofNanos(now - environment.threads().abandonedSince(this, now)),
                latency == null ? List.of() : latency.health());
    }
}
