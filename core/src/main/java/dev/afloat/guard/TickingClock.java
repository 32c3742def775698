package dev.afloat.guard;

import io.github.resilience4j.core.IntervalFunction;
import java.time.Clock;
import java.time.DateTimeException;
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
    private volatile Instant waitEnds = Instant.MIN;

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
        try {
            waitEnds = base.instant().plus(wait);
        } catch (DateTimeException | ArithmeticException e) {
            waitEnds = Instant.MAX;
        }
    }

    /** Returns whether the wait after the latest opening is over. */
    boolean waitIsOver() {
        return !base.instant().isBefore(waitEnds);
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
