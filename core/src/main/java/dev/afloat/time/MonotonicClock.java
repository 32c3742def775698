package dev.afloat.time;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that starts at a given instant and from there follows the nanoseconds of a {@link TimeSource} and nothing else. */
final class MonotonicClock extends Clock {
    private final TimeSource time;
    private final Instant epoch;
    private final long origin;
    private final ZoneId zone;

    MonotonicClock(TimeSource time, Instant epoch) {
        this(time, epoch, time.nanos(), ZoneOffset.UTC);
    }

    private MonotonicClock(TimeSource time, Instant epoch, long origin, ZoneId zone) {
        this.time = time;
        this.epoch = epoch;
        this.origin = origin;
        this.zone = zone;
    }

    @Override
    public Instant instant() {
        return epoch.plusNanos(time.nanos() - origin);
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new MonotonicClock(time, epoch, origin, other);
    }
}
