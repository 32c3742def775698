package dev.afloat.pipeline;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through the steps: what is to be called next, and what came of it. Knows nothing of threads: one at a time is at it.
 */
final class PipelineRun {
    /** A timer is late by so much at most, in nanoseconds; what took longer is no timer. */
    private static final long MOST_LATE = 1_000_000;

    private final Engine engine;
    private final At origin;
    private final long end;
    private final List<StepReport> reports = new ArrayList<>();
    private volatile List<StepReport> reported = List.of();
    private int index;
    private @Nullable Object value;
    private boolean partial;
    private boolean degraded;
    private @Nullable FailureKind firstReason;

    private long late;

    // Of the present step.
    private boolean entered;
    private long since;
    private long slice;
    private long due;
    private boolean fellBack;
    private @Nullable FailureKind reason;
    private @Nullable Throwable cause;
    private List<StepReport> inside = List.of();

    /** A body to be run, and where the request stands then. */
    record Task(Body body, At at) {}

    /** @param end when the time is over */
    PipelineRun(Engine engine, At origin, long end) {
        this.engine = engine;
        this.origin = origin;
        this.end = end;
        this.value = origin.value();
    }

    /**
     * Returns what is to be called next; null if all steps are over.
     *
     * @throws PipelineFailedException if a required step has no value
     */
    @Nullable
    Task next() {
        while (index < engine.steps().size()) {
            Step step = engine.steps().get(index);
            Task task = entered ? afterFailure(step) : enter(step);
            if (task != null) {
                return task;
            }
        }
        return null;
    }

    private @Nullable Task enter(Step step) {
        entered = true;
        since = engine.time().nanos();
        slice = engine.slices().of(index, end - since, origin.later(), late);
        if (slice > 0 || step.local() || (step.always() && !step.optional())) {
            return task(step.body(), Math.min(engine.slices().ofBody(index, slice), end - since));
        }
        reason = FailureKind.OUT_OF_TIME;
        return null;
    }

    private Task task(Body body, long nanos) {
        due = engine.time().nanos() + nanos;
        Deadline deadline = Deadline.far(nanos) ? Deadline.none() : Deadline.at(due, engine.time());
        return new Task(
                body,
                new At(
                        origin.input(),
                        present(),
                        origin.requestNumber(),
                        deadline,
                        engine.slices().later(index) + origin.later()));
    }

    private Object present() {
        return Objects.requireNonNull(value);
    }

    /** Its fallback, if it has one that can still be called; else it is skipped, or ends the pipeline. */
    private @Nullable Task afterFailure(Step step) {
        Body fallback = step.fallback();
        if (fallback != null && !fellBack) {
            fellBack = true;
            return task(
                    fallback,
                    since + slice - engine.time().nanos()); // with nothing left it is skipped, or needs no time
        }
        if (!step.optional()) {
            throw ended(step);
        }
        Object otherwise = null;
        if (step.otherwise() != null) {
            Throwable thrown = null;
            try {
                otherwise = step.otherwise().apply(present());
            } catch (RuntimeException e) {
                thrown = e;
            }
            if (otherwise == null) {
                throw endedByWhatStandsIn(step, thrown);
            }
        }
        partial = true;
        over(step, StepStatus.SKIPPED, false);
        value = otherwise;
        return null;
    }

    /** What is to be gone on with failed, be it that it is null: that is the fault, and not what made it necessary. */
    private PipelineFailedException endedByWhatStandsIn(Step step, @Nullable Throwable thrown) {
        reason = thrown == null ? FailureKind.MALFORMED : FailureKind.UNKNOWN;
        if (thrown != null) {
            if (cause != null && cause != thrown) {
                thrown.addSuppressed(cause);
            }
            cause = thrown;
        }
        return ended(step);
    }

    /** Takes what the body that was called gave. */
    void gave(Done done) {
        Step step = engine.steps().get(index);
        value = done.value();
        partial |= done.partial();
        boolean worse = fellBack || done.degraded();
        degraded |= worse;
        if (!fellBack) {
            reason = done.reason();
        }
        if (worse && firstReason == null) {
            firstReason = reason;
        }
        if (!fellBack) {
            inside = done.reports(); // else what became of the steps inside that it stands in for is told
        }
        over(step, fellBack ? StepStatus.FELL_BACK : StepStatus.COMPLETED, worse);
    }

    /** Takes that the body that was called failed. What a fallback failed by is told besides. */
    void failed(RuntimeException failure) {
        if (failure instanceof ChainExhaustedException exhausted) {
            failed(reasonOf(exhausted), exhausted);
        } else if (failure instanceof PipelineFailedException nested) {
            inside = nested.steps();
            failed(nested.reason(), nested);
        } else if (failure instanceof ChainClosedException) {
            failed(FailureKind.CLOSED, failure);
        } else {
            failed(FailureKind.UNKNOWN, failure);
        }
    }

    private void failed(FailureKind kind, Throwable thrown) {
        if (kind == FailureKind.TIMEOUT) {
            late += Math.min(MOST_LATE, Math.max(0, engine.time().nanos() - due));
        }
        if (reason == null) {
            reason = kind;
        }
        if (cause == null) {
            cause = thrown;
        } else if (cause != thrown) {
            cause.addSuppressed(thrown);
        }
    }

    private static FailureKind reasonOf(ChainExhaustedException exhausted) {
        return exhausted.attempts().stream()
                .filter(attempt -> attempt.kind().orElse(FailureKind.MISS) != FailureKind.MISS)
                .findFirst()
                .map(PipelineRun::reasonOf)
                .orElse(FailureKind.UNKNOWN);
    }

    /** What ran until its time was over took too long, whoever's fault that is; {@code OUT_OF_TIME} is what was never called. */
    private static FailureKind reasonOf(Attempt attempt) {
        FailureKind kind = attempt.kind().orElse(FailureKind.UNKNOWN);
        return kind == FailureKind.OUT_OF_TIME && attempt.outcome().ran() ? FailureKind.TIMEOUT : kind;
    }

    /** Goes on to the next step. */
    private void over(Step step, StepStatus status, boolean worse) {
        report(step, status, worse);
        index++;
        entered = false;
        fellBack = false;
        reason = null;
        cause = null;
        inside = List.of();
    }

    private void report(Step step, StepStatus status, boolean worse) {
        if (step.kind() == StepKind.PARALLEL && !inside.isEmpty()) {
            reports.addAll(inside); // they were told as they ended
            return;
        }
        boolean good = status == StepStatus.COMPLETED && !worse;
        long nanos = engine.time().nanos() - since;
        StepReport report = new StepReport(
                step.name(), status, good ? null : reason, worse, Duration.ofNanos(Math.max(0, nanos)), inside);
        reports.add(report);
        reported = List.copyOf(reports);
        if (!engine.told().nobody()) {
            engine.told().tell(new PipelineEvent.StepEnded(engine.name(), origin.requestNumber(), report));
        }
    }

    /** Takes that the request ends at the present step. */
    private PipelineFailedException ended(Step step) {
        report(step, StepStatus.FAILED, false);
        FailureKind why = reason == null ? FailureKind.UNKNOWN : reason;
        // Of steps side by side, the one that failed is told, and not what they are together.
        return step.kind() == StepKind.PARALLEL && cause instanceof PipelineFailedException beside
                ? new PipelineFailedException(
                        engine.name(), beside.step(), why, reports, beside.getCause(), beside.stoodIn())
                : new PipelineFailedException(engine.name(), step.name(), why, reports, cause, step.optional());
    }

    /** Returns the step at which the request stands. */
    String step() {
        return engine.steps().get(Math.min(index, engine.steps().size() - 1)).name();
    }

    /** Returns what has become of steps so far; for use by other threads. */
    List<StepReport> reported() {
        return reported;
    }

    Done done() {
        return new Done(value, degraded, partial, firstReason, List.copyOf(reports));
    }
}
