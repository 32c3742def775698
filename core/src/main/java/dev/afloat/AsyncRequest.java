package dev.afloat;

import dev.afloat.call.AcceptedListener;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.AsyncCaller;
import dev.afloat.guard.CallerContext;
import dev.afloat.guard.Guard;
import dev.afloat.guard.Reply;
import dev.afloat.guard.Suitability;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Result;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A request that nobody waits for, and the future its caller was given. One thread at a time is at it: the caller's until the first
 * tier is started, then whichever ended a tier.
 *
 * <p>However the caller completes the future, by cancelling it or otherwise, the call in flight is given up and no further tier is
 * started.
 */
final class AsyncRequest<I, O> extends CompletableFuture<Result<O>> implements AsyncCaller<O> {
    private final ChainEngine<I, O> engine;
    private final I input;
    private final List<AcceptedListener<? super I, ? super O>> told;
    private final long requestId;
    private final long start;
    private final long end;
    private final CallerContext context;
    private @Nullable Attempt first;
    private @Nullable Attempt @Nullable [] attempts;
    private long now;
    private int index;
    private int kinds;
    private FailureKind latest = FailureKind.UNKNOWN;
    private long late;
    private @Nullable Reply<O> before;
    private volatile @Nullable Started call;
    private volatile @Nullable OnTheSpot onTheSpot;

    AsyncRequest(ChainEngine<I, O> engine, I input, long requestId, long start, long end) {
        this.engine = engine;
        this.input = input;
        this.told = engine.acceptance().of(input);
        this.requestId = requestId;
        this.start = start;
        this.end = end;
        this.now = engine.entered(told, requestId, start);
        this.context = engine.environment().context().capture();
    }

    /** Where a tier that this very thread runs leaves its reply: else every such tier would lie deeper in the stack. */
    private static final class OnTheSpot {
        final Thread thread = Thread.currentThread();
        boolean over;

        @Nullable
        Reply<?> reply;
    }

    /** Tries tiers until one answers or was started. {@code onWorker} says whether this thread may run their code. */
    void proceed(boolean onWorker) {
        try {
            tryTiers(onWorker);
        } catch (Throwable e) {
            broken(e);
        }
    }

    private void tryTiers(boolean onWorker) {
        while (true) {
            if (isDone()) { // by the caller, between two tiers
                engine.cancelledAfter(AttemptList.before(index, first, attempts), requestId, now - start);
                return;
            }
            if (engine.closed()) {
                failed(engine.closedAfter(AttemptList.before(index, first, attempts), requestId, now - start));
                return;
            }
            if (index > 0) { // listeners and hand-overs take time that no tier had
                now = engine.environment().time().nanos();
                late += before == null ? 0 : before.late(now);
                before = null;
            }
            Guard<I, O> guard = engine.guard(index);
            Reply<O> unsuited = kinds == 0 ? null : guard.unsuited(latest, kinds);
            if (unsuited != null) {
                if (fellThrough(unsuited)) {
                    continue;
                }
                return;
            }
            if (!onWorker && !guard.limited()) {
                engine.environment().onWorker(this::proceedOnWorker);
                return;
            }
            OnTheSpot spot = guard.limited() ? null : new OnTheSpot();
            onTheSpot = spot;
            Reply<O> reply = guard.start(input, requestId, now, end - engine.reserved(index), late, onWorker, this);
            if (spot != null) {
                spot.over = true;
                reply = reply == null ? left(spot) : reply;
            }
            if (reply == null || !fellThrough(reply)) {
                return;
            }
        }
    }

    @SuppressWarnings("unchecked")
    private @Nullable Reply<O> left(OnTheSpot spot) {
        return (Reply<O>) spot.reply;
    }

    private void proceedOnWorker() {
        try {
            context.run(() -> proceed(true));
        } catch (Throwable e) {
            broken(e);
        }
    }

    @Override
    public CallerContext context() {
        return context;
    }

    @Override
    public void started(Started started) {
        call = started;
        if (isDone()) {
            started.giveUp();
        }
    }

    @Override
    public void settled(Reply<O> reply) {
        call = null;
        OnTheSpot spot = onTheSpot;
        if (spot != null && spot.thread == Thread.currentThread() && !spot.over && !expired(reply)) {
            spot.reply = reply;
            return;
        }
        boolean interrupted = Thread.currentThread().isInterrupted();
        try {
            if (fellThrough(reply)) {
                if (!interrupted) {
                    Thread.interrupted(); // by a listener: on this thread nobody waits, and the next tier is not meant
                }
                proceed(true);
            }
        } catch (Throwable e) {
            broken(e);
        }
    }

    /** That is told aside from the tier's code, which goes on; in virtual time by the same thread nevertheless. */
    private boolean expired(Reply<O> reply) {
        return reply.late(engine.environment().time().nanos()) > 0;
    }

    /** Takes note of a reply; returns whether the next tier is to be tried. */
    private boolean fellThrough(Reply<O> reply) {
        Attempt attempt = reply.attempt();
        now += attempt.nanos();
        before = reply;
        O value = reply.value();
        if (value != null) {
            List<Attempt> all = AttemptList.served(index, attempt, first, attempts);
            super.complete(engine.served(told, input, value, reply, index, all, requestId, now - start));
            return false;
        }
        latest = ChainEngine.reasonOf(attempt);
        kinds = Suitability.with(kinds, latest);
        Attempt earliest = first == null ? attempt : first;
        first = earliest;
        attempts = AttemptList.add(earliest, attempts, index, attempt, engine.size());
        Throwable end = engine.ending(reply, earliest, attempts, index, requestId, now - start, this.end - start);
        if (end != null) {
            failed(end);
            return false;
        }
        index++;
        return true;
    }

    /** An error of ours must not leave the caller, or who listens, without an end. */
    private void broken(Throwable error) {
        failed(error);
        engine.failed(
                AttemptList.before(index, first, attempts),
                requestId,
                engine.environment().time().nanos() - start);
    }

    @Override
    public void failed(Throwable failure) {
        super.completeExceptionally(failure);
    }

    @Override
    public boolean cancel(boolean mayInterruptIfRunning) {
        return endedByCaller(super.cancel(mayInterruptIfRunning));
    }

    @Override
    public boolean complete(Result<O> value) {
        return endedByCaller(super.complete(value));
    }

    @Override
    public boolean completeExceptionally(Throwable failure) {
        return endedByCaller(super.completeExceptionally(failure));
    }

    @Override
    public CompletableFuture<Result<O>> completeAsync(Supplier<? extends Result<O>> supplier, Executor executor) {
        Objects.requireNonNull(supplier, "supplier");
        executor.execute(() -> completeBy(supplier));
        return this;
    }

    private void completeBy(Supplier<? extends Result<O>> supplier) {
        try {
            if (!isDone()) {
                complete(supplier.get());
            }
        } catch (Throwable e) {
            completeExceptionally(e);
        }
    }

    @Override
    public void obtrudeValue(Result<O> value) {
        super.obtrudeValue(value);
        giveUp();
    }

    @Override
    public void obtrudeException(Throwable failure) {
        super.obtrudeException(failure);
        giveUp();
    }

    private boolean endedByCaller(boolean first) {
        if (first) {
            giveUp();
        }
        return first;
    }

    private void giveUp() {
        Started running = call;
        if (running != null) {
            running.giveUp();
        }
    }
}
