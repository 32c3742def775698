package dev.afloat.guard;

import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Keeps calls out for as long as their provider asked. A longer wait extends it, a shorter one never shortens it. Safe for use by many
 * threads; nobody ever waits here.
 */
final class Hold {
    private final TimeSource time;
    private final long quotaNanos;
    private final AtomicReference<@Nullable Held> held = new AtomicReference<>();

    /**
     * @param kind why
     * @param from the moment of the refusal that set it: calls that had begun by then did not know of it
     * @param until the end, on the scale of the time source
     * @param step what was taken for a wait the last time that no hint was given; 0 if none was, or a call was answered since
     */
    private record Held(FailureKind kind, long from, long until, long step) {}

    /** @param quota for how long, where nothing is left to spend */
    Hold(TimeSource time, Duration quota) {
        this.time = time;
        this.quotaNanos = Deadline.saturatedNanos(quota);
    }

    /** Returns why calls are kept out at present; null if they are not. */
    @Nullable
    FailureKind reason() {
        Held now = held.get();
        return now == null || now.until - time.nanos() <= 0 ? null : now.kind;
    }

    /** Returns for how much longer; zero if calls are let in. */
    Duration left() {
        Held now = held.get();
        return now == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, now.until - time.nanos()));
    }

    /**
     * Takes note of a failure; returns whether a time begins in which calls are kept out for its kind: not if it extends one.
     *
     * @param nanos for how long the call had been under way
     */
    boolean after(Failure failure, long nanos) {
        FailureKind kind = failure.kind();
        if (kind != FailureKind.RATE_LIMITED
                && kind != FailureKind.QUOTA_EXHAUSTED
                && failure.retryAfter().isEmpty()) {
            return false; // most are so: before the clock is read
        }
        long now = time.nanos();
        while (true) {
            Held before = held.get();
            Held next = next(before, failure, now, now - nanos);
            if (next == null) {
                return false;
            }
            if (held.compareAndSet(before, next)) {
                return before == null || before.until - now <= 0 || before.kind != next.kind;
            }
        }
    }

    private @Nullable Held next(@Nullable Held before, Failure failure, long now, long began) {
        long left = before == null ? 0 : before.until - now;
        long step = before == null ? 0 : before.step;
        long wait;
        if (failure.kind() == FailureKind.QUOTA_EXHAUSTED) {
            wait = quotaNanos;
        } else if (failure.retryAfter().isPresent()) {
            wait = Math.min(failure.retryAfter().get().toNanos(), RateLimits.LONGEST_HOLD.toNanos());
        } else {
            // Calls that were under way together are refused for one reason: that is one refusal, not many.
            boolean together = before != null && began - before.from <= 0;
            step = together && step > 0 ? step : doubled(step);
            wait = step;
        }
        return wait <= left ? null : new Held(failure.kind(), now, now + wait, step);
    }

    private static long doubled(long step) {
        return step == 0 ? RateLimits.FIRST_HOLD.toNanos() : Math.min(2 * step, RateLimits.LONGEST_HOLD.toNanos());
    }

    /** Takes note of an answer: the next wait without a hint is a short one again. */
    void answered() {
        Held now = held.get();
        if (now != null && now.step != 0) {
            held.compareAndSet(now, new Held(now.kind, now.from, now.until, 0));
        }
    }
}
