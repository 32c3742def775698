package dev.afloat;

import dev.afloat.guard.AsyncCaller;
import dev.afloat.guard.CallerContext;
import dev.afloat.guard.Guard;
import dev.afloat.guard.Reply;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Result;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request that nobody waits for, and the future its caller was given. One thread at a time is at it: the caller's until the first
 * tier is started, then whichever ended a tier.
 *
 * <p>However the caller completes the future, by cancelling it or otherwise, the call in flight is given up and no further tier is
 * started.
 */
final class AsyncRequest<I, O> extends CompletableFuture<Result<O>> implements AsyncCaller<O> {
    private static final Runnable NOTHING = AsyncRequest::nothing;

    private final ChainEngine<I, O> engine;
    private final I input;
    private final long requestId;
    private final boolean bounded;
    private final long start;
    private final long end;
    private final CallerContext context;
    private final @Nullable Attempt[] attempts;
    private long now;
    private int index;
    private volatile Runnable giveUp = NOTHING;
    private volatile @Nullable OnTheSpot onTheSpot;

    AsyncRequest(ChainEngine<I, O> engine, I input, long requestId, boolean bounded, long start, long end) {
        this.engine = engine;
        this.input = input;
        this.requestId = requestId;
        this.bounded = bounded;
        this.start = start;
        this.end = end;
        this.now = start;
        this.context = engine.environment().context().capture();
        this.attempts = new @Nullable Attempt[engine.size()];
    }

    private static void nothing() {}

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
            failed(e); // an error of ours must not leave the caller without an end
        }
    }

    private void tryTiers(boolean onWorker) {
        while (!isDone()) {
            if (engine.closed()) {
                failed(engine.closedDuring(attempts, index, requestId, now - start));
                return;
            }
            now = engine.environment().time().nanos(); // hand-overs and listeners take time that no tier had
            Guard<I, O> guard = engine.guard(index);
            if (!onWorker && !guard.limited()) {
                engine.environment().onWorker(this::proceedOnWorker);
                return;
            }
            OnTheSpot spot = guard.limited() ? null : new OnTheSpot();
            onTheSpot = spot;
            Reply<O> reply = guard.start(input, requestId, now, end - engine.reserved(index), bounded, onWorker, this);
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
            failed(e);
        }
    }

    @Override
    public CallerContext context() {
        return context;
    }

    @Override
    public void started(Runnable cancellation) {
        giveUp = cancellation;
        if (isDone()) {
            cancellation.run();
        }
    }

    @Override
    public void settled(Reply<O> reply) {
        giveUp = NOTHING;
        OnTheSpot spot = onTheSpot;
        if (spot != null && spot.thread == Thread.currentThread() && !spot.over) {
            spot.reply = reply;
            return;
        }
        try {
            if (fellThrough(reply)) {
                proceed(true);
            }
        } catch (Throwable e) {
            failed(e);
        }
    }

    /** Takes note of a reply; returns whether the next tier is to be tried. */
    private boolean fellThrough(Reply<O> reply) {
        Attempt attempt = reply.attempt();
        now += attempt.nanos();
        attempts[index] = attempt;
        O value = reply.value();
        if (value != null) {
            super.complete(engine.served(
                    input, value, reply, index, new AttemptList(attempts, index + 1), requestId, now - start));
            return false;
        }
        Throwable end = engine.ending(reply, attempts, index, requestId, now - start);
        if (end != null) {
            failed(end);
            return false;
        }
        index++;
        return true;
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

    private boolean endedByCaller(boolean first) {
        if (first) {
            giveUp.run();
        }
        return first;
    }
}
