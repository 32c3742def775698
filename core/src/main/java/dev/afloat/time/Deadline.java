package dev.afloat.time;

import java.time.Duration;
import java.util.Objects;

/**
 * A moment by which an answer is wanted: absolute, monotonic, and not moved by anything that happens on the way.
 *
 * <p>Immutable, safe for use by many threads. A wall clock that is stepped does not shift it. Durations of any size are accepted:
 * what is negative or zero has expired from the start, what is longer than about 146 years is as good as {@link #none()}.
 */
public final class Deadline {
    /**
     * As good as never, about 146 years: half the range of a long, so that added to any reading of a {@link TimeSource} it does not
     * overflow.
     */
    public static final long FOREVER_NANOS = Long.MAX_VALUE >> 1;

    private static final Deadline NONE = new Deadline(TimeSource.system(), 0, true);

    private final TimeSource time;
    private final long end;
    private final boolean unlimited;

    private Deadline(TimeSource time, long end, boolean unlimited) {
        this.time = time;
        this.end = end;
        this.unlimited = unlimited;
    }

    /** Returns the deadline that never comes. */
    public static Deadline none() {
        return NONE;
    }

    /**
     * Returns the moment {@code budget} from now, in real time.
     *
     * @throws NullPointerException if {@code budget} is null
     */
    public static Deadline after(Duration budget) {
        return after(budget, TimeSource.system());
    }

    /**
     * Returns the moment {@code budget} from now on {@code time}.
     *
     * @throws NullPointerException if an argument is null
     */
    public static Deadline after(Duration budget, TimeSource time) {
        Objects.requireNonNull(time, "time");
        return at(time.nanos() + saturatedNanos(budget), time);
    }

    /**
     * Returns the moment at which {@link TimeSource#nanos()} reads {@code end}; a deadline that {@linkplain #isNone() never comes} if
     * that is more than about 73 years off.
     *
     * @throws NullPointerException if {@code time} is null
     */
    public static Deadline at(long end, TimeSource time) {
        boolean never = far(end - Objects.requireNonNull(time, "time").nanos());
        return never && time == NONE.time ? NONE : new Deadline(time, end, never);
    }

    /**
     * Returns the moment {@code budget} from now on the time that this one follows, however little this one has left: for work that may
     * outlive the request it was started in, such as filling a cache from a listener. Real time if this is {@link #none()} itself.
     *
     * @throws NullPointerException if {@code budget} is null
     */
    public Deadline detached(Duration budget) {
        return after(budget, time);
    }

    /** Returns whether so many nanoseconds from now is as good as never. */
    public static boolean far(long nanos) {
        return nanos > FOREVER_NANOS >> 1;
    }

    /**
     * Returns {@code duration} in nanoseconds, cut to about 146 years on either side, so that adding it to a reading of a
     * {@link TimeSource} never overflows.
     *
     * @throws NullPointerException if {@code duration} is null
     */
    public static long saturatedNanos(Duration duration) {
        Objects.requireNonNull(duration, "duration");
        if (duration.toSeconds() >= FOREVER_NANOS / 1_000_000_000L) {
            return FOREVER_NANOS;
        }
        return duration.toSeconds() <= -FOREVER_NANOS / 1_000_000_000L ? -FOREVER_NANOS : duration.toNanos();
    }

    /** Returns what is left: zero once expired, never negative, about 146 years for {@link #none()}. */
    public Duration remaining() {
        return Duration.ofNanos(Math.max(0, remainingNanos()));
    }

    /** Returns the nanoseconds left: negative once the deadline has passed, about 146 years for {@link #none()}. */
    public long remainingNanos() {
        return unlimited ? FOREVER_NANOS : end - time.nanos();
    }

    /** Returns whether nothing is left. */
    public boolean expired() {
        return remainingNanos() <= 0;
    }

    /** Returns whether this never comes. */
    public boolean isNone() {
        return unlimited;
    }

    /**
     * Returns the earlier of this and {@code other}, which may read different time sources.
     *
     * @throws NullPointerException if {@code other} is null
     */
    public Deadline earlier(Deadline other) {
        return other.remainingNanos() < remainingNanos() ? other : this;
    }

    @Override
    public String toString() {
        return unlimited ? "Deadline[none]" : "Deadline[" + Duration.ofNanos(remainingNanos()) + " left]";
    }
}
