package dev.afloat.micrometer;

import dev.afloat.time.TimeSource;
import io.micrometer.core.instrument.Clock;
import java.util.concurrent.TimeUnit;

/** The clock of a registry that goes with the chain's time. */
record SameClock(TimeSource time) implements Clock {

    @Override
    public long wallTime() {
        return TimeUnit.NANOSECONDS.toMillis(time.nanos());
    }

    @Override
    public long monotonicTime() {
        return time.nanos();
    }
}
