package dev.afloat.pipeline;

import dev.afloat.FallbackChain;
import dev.afloat.guard.CallerContext;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Steps side by side as the body of one. Whoever waits for them does so as for a tier that answers a stage: by the same rules, in virtual time too.
 */
final class GroupBody implements Body {
    private final Setup setup;
    private final String name;
    private final Parallel<?, ?> group;
    private final List<Engine> branches;
    private final Function<? super BranchResults, ?> join;
    private final FallbackChain<At, Ended> waiter;

    /** How steps side by side ended: one of the two is null. */
    private record Ended(@Nullable Done done, @Nullable Throwable failure) {}

    private GroupBody(
            Setup setup,
            String name,
            Parallel<?, ?> group,
            List<Engine> branches,
            Function<? super BranchResults, ?> join) {
        this.setup = setup;
        this.name = name;
        this.group = group;
        this.branches = branches;
        this.join = join;
        this.waiter = setup.<At, Ended>chain(name)
                .workers(Runnable::run) // to start them takes no time; to wait for a thread to do so would, beyond any
                // deadline
                .asyncModelWithContext(
                        "branches",
                        (at, context) -> {
                            CompletableFuture<Done> started = start(at);
                            context.onCancel(() -> started.cancel(true));
                            return started.handle(Ended::new);
                        },
                        tier -> tier.withoutCircuitBreaker().withoutTimeLimit().maxConcurrent(Integer.MAX_VALUE))
                .build();
    }

    static GroupBody of(
            Setup setup,
            String name,
            Parallel<?, ?> group,
            List<StepDraft> drafts,
            Function<? super BranchResults, ?> join) {
        List<Engine> branches = new ArrayList<>();
        for (StepDraft draft : drafts) {
            branches.add(new Engine(setup.pipeline(), List.of(draft.step(setup)), setup.time(), setup.told()));
        }
        return new GroupBody(setup, name, group, branches, join);
    }

    @Override
    public Done run(At at) {
        Result<Ended> ended = waiter.execute(at, Deadline.none(), at.requestNumber());
        Throwable failure = ended.value().failure();
        if (failure == null) {
            return Objects.requireNonNull(ended.value().done());
        }
        Throwable why = Derived.unwrapped(failure);
        if (why instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) why;
    }

    @Override
    public CompletableFuture<Done> start(At at) {
        long end = setup.time().nanos() + at.deadline().remainingNanos();
        CallerContext context = setup.context().capture();
        Group started = new Group(this, at);
        for (Engine branch : branches) {
            started.add(new AsyncRun(branch, new PipelineRun(branch, at, end), context));
        }
        started.begin();
        return started;
    }

    String name() {
        return name;
    }

    String stepOf(int branch) {
        return branches.get(branch).steps().get(0).name();
    }

    Setup setup() {
        return setup;
    }

    @Nullable
    Object joined(List<Done> values) {
        return join.apply(new BranchResults(group, values));
    }

    @Override
    public void close() {
        waiter.close();
        branches.forEach(Engine::close);
    }
}
