package dev.afloat.cascade;

import dev.afloat.call.CallContext;
import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** One call of the model, under way, that others may wait for. How it ends is decided once, by whoever is first. */
final class SingleFlightCall<R extends @Nullable Object> {

    /** How it ended. Constants, so that an end can be told with no memory left. */
    enum Ending {
        ANSWERED,
        FAILED,
        /** Whose call it was does not want it any more: one of those who waited calls anew. */
        GIVEN_UP
    }

    /** Causes that are looked at; a chain of them may be a ring. */
    private static final int DEPTH = 16;

    /** A leader with less than this part of its time left has come to the end of it: its client may have been told a little less. */
    private static final int LAST_PART = 10;

    final CacheKey key;
    private final SingleFlightTable<R> table;
    private final CallContext context;
    private final CompletableFuture<Ending> end = new CompletableFuture<>();
    private volatile @Nullable Thread leader = Thread.currentThread();
    private volatile boolean over;
    private final long leadersTime;
    private long came;
    private boolean waited;
    private @Nullable R value;
    private @Nullable Throwable failure;

    /** What its leader was inside of already, and what its leader waits for: see {@link SingleFlightNesting}. */
    @Nullable
    SingleFlightCall<?> outer;

    volatile @Nullable SingleFlightCall<?> waitsFor;

    SingleFlightCall(SingleFlightTable<R> table, CacheKey key, CallContext context) {
        this.table = table;
        this.key = key;
        this.context = context;
        this.leadersTime = left();
    }

    /** Nanoseconds. */
    private long left() {
        return context.deadline().remainingNanos();
    }

    /** Notes when its caller came to look for another, or leads from on. Before others know of it. */
    void comes(long now) {
        came = now;
    }

    /**
     * Returns whether it does not take {@code other} in, since it is over, its leader has been given up, or it is older than {@code
     * joining}; then it is out of the table.
     */
    boolean turnsAway(SingleFlightCall<R> other, long joining) {
        if (over || other.came - came > joining) {
            retire(); // its leader may be about to
            return true;
        }
        boolean abandoned = context.cancelled();
        if (abandoned) {
            giveUp();
        }
        return abandoned;
    }

    /** Sees to it that nobody joins it from now on. Before anybody is told how it ended: the very next call is a new one. */
    void retire() {
        over = true;
        table.remove(this);
    }

    /** Leaves it to those who wait, unless it has ended; a leader that is still at it works for itself alone. */
    void giveUp() {
        try {
            retire();
        } finally {
            ended(Ending.GIVEN_UP);
        }
    }

    /** Ends it with an answer, or with what can be joined until it is retired. */
    void answered(R answer) {
        value = answer;
        ended(Ending.ANSWERED);
    }

    /** Ends it with what the leader's call threw: that is the model's failure, unless its leader was stopped. */
    void failed(Throwable thrown) {
        if (stopped(thrown)) {
            giveUp();
            return;
        }
        failure = thrown;
        try {
            retire();
        } finally {
            ended(Ending.FAILED);
        }
    }

    private void ended(Ending ending) {
        leader = null;
        end.complete(ending);
    }

    private boolean stopped(Throwable thrown) {
        if (context.cancelled() || Thread.currentThread().isInterrupted()) {
            return true;
        }
        if (left() <= leadersTime / LAST_PART) {
            return true; // by a timeout of the model's client, which was told the leader's time
        }
        Throwable cause = thrown;
        for (int i = 0; cause != null && i < DEPTH; i++) {
            if (cause instanceof InterruptedException || cause instanceof ClosedByInterruptException) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** Tells those who wait as soon as nobody waits for the leader: a model may be deaf to its interrupt. */
    void watch() {
        context.onCancel(this::giveUp);
    }

    /**
     * Takes the lead. After a wait it may have too little time: a timeout then is not the model's, so what comes of the call is recorded when it is
     * {@linkplain #done() done}, and not before.
     *
     * @throws TimeoutException if so little is left that the call would be in vain
     */
    void leads() throws TimeoutException {
        if (!waited) {
            context.recordedElsewhere(false);
        } else if (left() <= leadersTime / LAST_PART) {
            giveUp();
            throw new TimeoutException(
                    "The call that this one waited for was given up, and no time is left for another");
        }
    }

    /**
     * To be called when the model has answered or failed: that is an outcome, unless nobody waits for it any more. Of a caller that has not waited
     * nothing else was said; a flight inside this one may have said more.
     */
    void done() {
        if (waited && !context.cancelled()) {
            context.recordedElsewhere(false);
        }
    }

    /** Notes that its caller waits for another call, whose outcome will be its own. */
    void joins() {
        waited = true;
        context.recordedElsewhere(true);
    }

    /** Notes that its caller makes a call for itself alone. */
    void goesAlone() {
        context.recordedElsewhere(false);
    }

    boolean ended() {
        return end.isDone();
    }

    boolean ledBy(Thread thread) {
        return leader == thread;
    }

    /** Returns when it has ended. */
    void await() throws InterruptedException {
        try {
            end.get();
        } catch (ExecutionException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns whether it was given up: to be asked once it has ended, as what follows. */
    boolean givenUp() {
        return end.join() == Ending.GIVEN_UP;
    }

    /** Returns the answer, or throws what the model threw. */
    @SuppressWarnings("NullAway") // null where the model answered null
    R outcome() {
        if (end.join() == Ending.FAILED && failure != null) {
            throw SingleFlightCall.<RuntimeException>asItWas(failure);
        }
        return value;
    }

    /** To be thrown as if it had been thrown here, checked or not. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> T asItWas(Throwable thrown) throws T {
        throw (T) thrown;
    }
}
