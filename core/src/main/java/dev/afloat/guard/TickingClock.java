package dev.afloat.guard;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A breaker's clock: that of the time source, plus one nanosecond for each time the breaker was seen to open.
 *
 * <p>Resilience4j lets a probe through only strictly after the wait. "Opened at t + k, asked at t + wait + k + 1" makes a call at
 * exactly the end of the wait a probe, as users of other libraries expect, at a drift of 1 ns per opening.
 */
final class TickingClock extends Clock {
    private final Clock base;
    private final AtomicLong ticks;

    TickingClock(Clock base) {
        this(base, new AtomicLong());
    }

    private TickingClock(Clock base, AtomicLong ticks) {
        this.base = base;
        this.ticks = ticks;
    }

    void tick() {
        ticks.incrementAndGet();
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
        return new TickingClock(base.withZone(zone), ticks);
    }
}
