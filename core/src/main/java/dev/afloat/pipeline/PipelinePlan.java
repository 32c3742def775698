package dev.afloat.pipeline;

import dev.afloat.call.ContextCarrier;
import dev.afloat.event.Mishaps;
import dev.afloat.guard.CallerContext;
import dev.afloat.pipeline.PipelineDescription.StepDescription;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A pipeline as it was declared so far, and the refusal of what makes no sense. Immutable. */
record PipelinePlan(
        String name,
        @Nullable Duration budget,
        List<StepDraft> drafts,
        List<PipelineListener> listeners,
        List<ContextCarrier> carriers,
        TimeSource time,
        @Nullable Executor workers) {

    static PipelinePlan named(String feature) {
        if (Objects.requireNonNull(feature, "feature").isBlank()) {
            throw new IllegalArgumentException(
                    "A pipeline's name must not be blank: it stands in results, threads and events");
        }
        return new PipelinePlan(feature, null, List.of(), List.of(), List.of(), TimeSource.system(), null);
    }

    PipelinePlan within(Duration total) {
        return new PipelinePlan(name, total, drafts, listeners, carriers, time, workers);
    }

    PipelinePlan with(StepDraft draft) {
        return new PipelinePlan(name, budget, plus(drafts, draft), listeners, carriers, time, workers);
    }

    PipelinePlan listener(PipelineListener listener) {
        return new PipelinePlan(name, budget, drafts, plus(listeners, listener), carriers, time, workers);
    }

    PipelinePlan carrier(ContextCarrier carrier) {
        return new PipelinePlan(name, budget, drafts, listeners, plus(carriers, carrier), time, workers);
    }

    PipelinePlan timeSource(TimeSource source) {
        return new PipelinePlan(name, budget, drafts, listeners, carriers, source, workers);
    }

    PipelinePlan workers(Executor executor) {
        return new PipelinePlan(name, budget, drafts, listeners, carriers, time, executor);
    }

    private static <T> List<T> plus(List<T> some, T another) {
        List<T> more = new ArrayList<>(some);
        more.add(another);
        return List.copyOf(more);
    }

    <I, O> Pipeline<I, O> build() {
        refuseNonsense();
        long share = share();
        Mishaps mishaps = new Mishaps(name);
        List<ContextCarrier> all = new ArrayList<>(List.of(ContextCarrier.mdc(), ContextCarrier.classLoader()));
        all.addAll(carriers);
        CallerContext contexts = CallerContext.of(all, mishaps);
        Told told = new Told(listeners, mishaps);
        Setup setup = new Setup(name, time, carriers, workers, contexts, told, share, budget != null);
        List<Step> steps = drafts.stream().map(draft -> draft.step(setup)).toList();
        refuseWhatNeverFits(steps);
        PipelineDescription description = new PipelineDescription(
                name,
                Optional.ofNullable(budget),
                drafts.stream().map(draft -> StepDescription.of(draft, share)).toList());
        return new Pipeline<>(new Engine(name, steps, time, told), description, contexts);
    }

    /** Returns what each required step has reserved that does not say how much: half of what the others leave, by equal shares, and no more than the default. */
    private long share() {
        long most = StepSettings.DEFAULT_RESERVE.toNanos();
        long sharing = drafts.stream().filter(PipelinePlan::shares).count();
        if (budget == null || sharing == 0) {
            return most;
        }
        return Math.min(most, Math.max(0, (Deadline.saturatedNanos(budget) - reserved(0)) / 2 / sharing));
    }

    private static boolean shares(StepDraft draft) {
        return draft.shares() || draft.branches().stream().anyMatch(StepDraft::shares);
    }

    private long reserved(long share) {
        return drafts.stream()
                .mapToLong(draft -> draft.reserve(share))
                .reduce(0, (sum, reserve) -> Math.min(Deadline.FOREVER_NANOS, sum + reserve));
    }

    private void refuseNonsense() {
        refuse(drafts.isEmpty(), "it has no steps. Add one by step(…), chain(…) or pipeline(…).");
        Set<String> names = new HashSet<>();
        drafts.stream()
                .flatMap(draft -> Stream.concat(Stream.of(draft), draft.branches().stream()))
                .forEach(draft -> {
                    refuse(
                            !names.add(draft.name()),
                            "two steps are named '%s'. Names tell them apart in results: give each its own.",
                            draft.name());
                    refuse(
                            draft.time() != null && draft.time() != time,
                            "the pipeline inside, '%s', follows another time. Give both the same by timeSource(…).",
                            draft.name());
                    refuse(
                            draft.kind() == StepKind.PARALLEL
                                    && draft.branches().isEmpty(),
                            "'%s' has no steps side by side. Declare some on what its function is given.",
                            draft.name());
                });
        if (budget != null) {
            refuse(
                    budget.isZero() || budget.isNegative(),
                    "its budget is %s. Give it a positive one by within(…), or none.",
                    budget);
            long reserved = reserved(0);
            refuse(
                    reserved > Deadline.saturatedNanos(budget),
                    "its required steps reserve %s, but its budget is %s. Reserve less, or raise within(…).",
                    Duration.ofNanos(reserved),
                    budget);
        }
    }

    /** An optional step that does not fit even if those before it take no time is never called. */
    private void refuseWhatNeverFits(List<Step> steps) {
        if (budget == null) {
            return;
        }
        long all = Deadline.saturatedNanos(budget);
        Slices slices = new Slices(steps);
        for (int i = 0; i < steps.size(); i++) {
            Step step = steps.get(i);
            refuseNeverFitting(step, all - slices.later(i));
            for (StepDraft branch : drafts.get(i).branches()) {
                refuse(
                        branch.optional() && !branch.options().local && tooLong(branch, all - slices.later(i)),
                        NEVER,
                        branch.name(),
                        branch.options().minimum,
                        branch.options().overhead,
                        Duration.ofNanos(Math.max(0, all - slices.later(i))));
            }
        }
    }

    private static final String NEVER =
            "the optional step '%s' is never called: it needs %s, and leaves %s for handing on, but of the budget later steps leave it %s. "
                    + "Lower its minimum(…), reserve less for later steps, or raise within(…).";

    private static boolean tooLong(StepDraft branch, long left) {
        return left
                < Deadline.saturatedNanos(branch.options().minimum)
                        + Deadline.saturatedNanos(branch.options().overhead);
    }

    private void refuseNeverFitting(Step step, long left) {
        refuse(
                step.optional() && !step.local() && left < step.minimum() + step.overhead(),
                NEVER,
                step.name(),
                Duration.ofNanos(step.minimum()),
                Duration.ofNanos(step.overhead()),
                Duration.ofNanos(Math.max(0, left)));
    }

    private void refuse(boolean condition, String fault, Object... details) {
        if (condition) {
            throw new IllegalStateException(
                    "The pipeline '" + name + "' cannot be built: " + String.format(fault, details));
        }
    }
}
