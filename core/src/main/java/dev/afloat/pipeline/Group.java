package dev.afloat.pipeline;

import dev.afloat.failure.FailureKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** One request's steps side by side, and the future of what they make together. The first that fails stops the others. */
final class Group extends CompletableFuture<Done> {
    private final GroupBody body;
    private final At at;
    private final long since;
    private final List<AsyncRun> runs = new ArrayList<>();
    private final AtomicInteger pending = new AtomicInteger();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

    Group(GroupBody body, At at) {
        this.body = body;
        this.at = at;
        this.since = body.setup().time().nanos();
    }

    void add(AsyncRun run) {
        runs.add(run);
        pending.incrementAndGet();
    }

    /** Starts all of them, unless one fails meanwhile. */
    void begin() {
        CompletableFuture<?> unusedToo = whenComplete((done, why) -> stop());
        for (AsyncRun run : runs) {
            CompletableFuture<?> unused = run.whenComplete((done, why) -> ended(why));
        }
        for (AsyncRun run : runs) {
            if (failure.get() == null && !isDone()) {
                run.proceed();
            }
        }
    }

    private void stop() {
        runs.forEach(run -> run.cancel(true));
    }

    private void ended(@Nullable Throwable why) {
        if (why != null && failure.compareAndSet(null, Derived.unwrapped(why))) {
            stop();
        }
        if (pending.decrementAndGet() == 0) {
            finish();
        }
    }

    private void finish() {
        try {
            Throwable why = failure.get();
            if (why == null) {
                complete(joined());
            } else if (why instanceof PipelineFailedException failed) {
                completeExceptionally(new PipelineFailedException(
                        body.setup().pipeline(),
                        failed.step(),
                        failed.reason(),
                        reports(),
                        failed.getCause(),
                        failed.stoodIn()));
            } else {
                completeExceptionally(why);
            }
        } catch (Throwable e) {
            completeExceptionally(e);
        }
    }

    private Done joined() {
        List<Done> values = runs.stream().map(AsyncRun::join).toList();
        Object value;
        Throwable thrown = null;
        try {
            value = body.joined(values);
        } catch (RuntimeException e) {
            value = null;
            thrown = e;
        }
        if (value == null) {
            FailureKind reason = thrown == null ? FailureKind.MALFORMED : FailureKind.UNKNOWN;
            List<StepReport> reports = reports();
            reports.add(told(body.name(), StepStatus.FAILED, reason));
            throw new PipelineFailedException(body.setup().pipeline(), body.name(), reason, reports, thrown, false);
        }
        return new Done(
                value,
                values.stream().anyMatch(Done::degraded),
                values.stream().anyMatch(Done::partial),
                values.stream()
                        .filter(Done::degraded)
                        .findFirst()
                        .map(Done::reason)
                        .orElse(null),
                reports());
    }

    private List<StepReport> reports() {
        List<StepReport> reports = new ArrayList<>();
        for (int i = 0; i < runs.size(); i++) {
            int branch = i;
            CompletableFuture<?> unused = runs.get(i).whenComplete((done, why) -> {
                if (done != null) {
                    reports.addAll(done.reports());
                } else if (why instanceof PipelineFailedException failed) {
                    reports.addAll(failed.steps());
                } else if (!runs.get(branch).reported().isEmpty()) {
                    reports.addAll(runs.get(branch).reported()); // it ended as another one ended them all
                } else {
                    reports.add(told(body.stepOf(branch), StepStatus.CANCELLED, FailureKind.CANCELLED));
                }
            });
        }
        return reports;
    }

    /** Makes the report of what no run reports: that one was stopped, which is nobody's failure, or what they are together. */
    private StepReport told(String step, StepStatus status, FailureKind reason) {
        long nanos = Math.max(0, body.setup().time().nanos() - since);
        StepReport report = new StepReport(step, status, reason, false, Duration.ofNanos(nanos), List.of());
        Told told = body.setup().told();
        if (!told.nobody()) {
            told.tell(new PipelineEvent.StepEnded(body.setup().pipeline(), at.requestNumber(), report));
        }
        return report;
    }
}
