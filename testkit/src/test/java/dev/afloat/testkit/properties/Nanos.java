package dev.afloat.testkit.properties;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Times as numbers. */
final class Nanos {
    /** As good as for ever, and far enough from an overflow. */
    static final long NEVER = Long.MAX_VALUE >> 1;

    private Nanos() {}

    static long of(@Nullable Duration duration) {
        return duration == null || duration.compareTo(Duration.ofNanos(NEVER)) > 0 ? NEVER : duration.toNanos();
    }
}
