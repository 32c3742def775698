package dev.afloat.guard;

import dev.afloat.time.Deadline;
import dev.afloat.time.TimeSource;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A breaker's clock: that of the time source, plus one nanosecond for each time the breaker was seen to open.
 *
 * <p>Resilience4j lets a probe through only strictly after the wait. "Opened at t + k, asked at t + wait + k + 1" makes a call at
 * exactly the end of the wait a probe, as users of other libraries expect, at a drift of 1 ns per opening. Since a breaker that was asked
 * whether its wait is over ends it, the clock knows that as well.
 */
final class TickingClock extends Clock {
    private final Clock base;
    private final AtomicLong ticks;
    private final TimeSource time;
    private volatile long waitEnds;

    TickingClock(TimeSource time) {
        this(time, time.clock(), new AtomicLong());
    }

    private TickingClock(TimeSource time, Clock base, AtomicLong ticks) {
        this.time = time;
        this.base = base;
        this.ticks = ticks;
        this.waitEnds = time.nanos();
    }

    void tick() {
        ticks.incrementAndGet();
    }

    /** Returns how long the breaker stays open, as {@code waits} says, and takes note of when that ends: it is asked upon opening. */
    IntervalFunction noting(IntervalFunction waits) {
        return openings -> {
            Long wait = waits.apply(openings);
            openedFor(Duration.ofMillis(wait));
            return wait;
        };
    }

    /** Takes note that the breaker opens this moment. Never throws: it would not open then. */
    void openedFor(Duration wait) {
        waitEnds = time.nanos() + Deadline.saturatedNanos(wait);
    }

    /** Returns whether the wait after the latest opening is over. */
    boolean waitIsOver() {
        return time.nanos() - waitEnds >= 0;
    }

    @Override
    public Instant instant() {
        return base.instant().plusNanos(ticks.get());
    }

    @Override
    public ZoneId getZone() {
        return base.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new TickingClock(time, base.withZone(zone), ticks);
    }
}
