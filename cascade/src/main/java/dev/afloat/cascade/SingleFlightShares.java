package dev.afloat.cascade;

import dev.afloat.call.CallContext;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A stage of the model's, and the stages of those who wait for it. The lock is held for a look at the set and never while code of the
 * user's runs.
 */
final class SingleFlightShares<O> {
    private final SingleFlight<?, O> flight;
    private final SingleFlightCall<?> call;
    private final CompletionStage<? extends O> source;
    private final Share<O> leaders;
    private final Set<Share<O>> waiting = new LinkedHashSet<>();
    private final Object lock = new Object();
    private boolean over;
    private @Nullable End<O> end;

    /** How the stage came to its end. */
    private record End<O>(@Nullable O value, @Nullable Throwable failure) {}

    private static final class Share<O> {
        final CompletableFuture<O> stage = new CompletableFuture<>();
        final CallContext context;

        Share(CallContext context) {
            this.context = context;
        }
    }

    SingleFlightShares(
            SingleFlight<?, O> flight,
            SingleFlightCall<?> call,
            CompletionStage<? extends O> source,
            CallContext context) {
        this.flight = flight;
        this.call = call;
        this.source = source;
        this.leaders = new Share<>(context);
        waiting.add(leaders);
    }

    /** Begins to wait for the model's stage; returns the one of the caller that leads. */
    CompletionStage<O> listen() {
        try {
            leaves(leaders);
            source.whenComplete(this::end);
        } catch (Throwable e) {
            end(null, e); // it does not let itself be listened to
        }
        return leaders.stage;
    }

    /** Returns another caller's, who has come before the stage was complete, if it is by now; null if it was left by all. */
    @Nullable
    CompletionStage<O> join(CallContext context) {
        Share<O> share = new Share<>(context);
        End<O> ended;
        synchronized (lock) {
            ended = end;
            if (over && ended == null) {
                return null;
            }
            if (ended == null) {
                waiting.add(share);
            }
        }
        if (ended == null) {
            leaves(share);
        } else {
            call.retire(); // as in end(…), which may not have come to that
            tell(share, ended);
        }
        return share.stage;
    }

    /** However a share is completed by others than us, its owner does not wait any more. */
    private void leaves(Share<O> share) {
        CompletableFuture<O> unused = share.stage.whenComplete((value, failure) -> left(share));
        share.context.onCancel(() -> share.stage.cancel(true));
    }

    /** Once its leader has left, nobody joins: a stage that hangs would be kept alive by those who come, one after the other. */
    private void left(Share<O> share) {
        boolean last;
        synchronized (lock) {
            if (over || !waiting.remove(share)) {
                return;
            }
            last = waiting.isEmpty();
            over = last;
        }
        try {
            if (last || share == leaders) {
                call.retire();
            }
        } finally {
            if (last) {
                source.toCompletableFuture().cancel(true);
            }
        }
    }

    private void end(@Nullable O value, @Nullable Throwable failure) {
        End<O> ended = new End<>(value, failure);
        synchronized (lock) {
            end = over ? end : ended;
            over = true;
        }
        recorded();
        try {
            call.retire(); // before anybody is told: whoever asks again from there makes a new call
        } finally {
            for (Share<O> share : waiting) {
                tell(share, ended);
            }
        }
    }

    /**
     * Says whose outcome this is: of those who still wait, the first one's. Only now: a limit of theirs that fired meanwhile is a wait that was too
     * long, and of what was shared one timeout is enough, the leader's.
     */
    private void recorded() {
        for (Share<O> share : waiting) {
            if (!share.stage.isDone() && !share.context.cancelled()) {
                share.context.recordedElsewhere(false);
                return;
            }
        }
    }

    @SuppressWarnings("NullAway") // null where the model answered null
    private void tell(Share<O> share, End<O> ended) {
        if (ended.failure != null) {
            share.stage.completeExceptionally(ended.failure);
            return;
        }
        try {
            share.stage.complete(flight.copied(ended.value));
        } catch (Throwable e) {
            share.stage.completeExceptionally(e);
        }
    }
}
