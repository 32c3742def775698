package dev.afloat.failure;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the header {@code Retry-After}, for classifiers of your own. */
public final class RetryAfter {
    private static final int LONGEST = 128;

    private RetryAfter() {}

    /**
     * Returns the wait that a value asks for: seconds, a fraction allowed, or a date in any of the three forms of RFC 9110.
     *
     * <p>Empty for what says nothing usable: null, words, units, a negative number, zero, a date that has passed. A wait that is
     * absurdly long is cut to {@link Failure#LONGEST_WAIT}; how much of it to obey is for the reader to decide.
     *
     * @param now what a date is measured from: the time of the answer's {@code Date} header if it has one, so that clocks need not
     *     agree
     */
    public static Optional<Duration> parse(@Nullable String value, Instant now) {
        if (value == null || value.length() > LONGEST) {
            return Optional.empty();
        }
        String text = value.strip();
        Duration seconds = WaitText.number(text, 1_000_000_000L);
        if (seconds != null) {
            return Optional.of(seconds);
        }
        Instant date = HttpDate.parse(text, now);
        if (date == null || !date.isAfter(now)) {
            return Optional.empty();
        }
        Duration wait = Duration.between(now, date);
        return Optional.of(wait.compareTo(Failure.LONGEST_WAIT) > 0 ? Failure.LONGEST_WAIT : wait);
    }
}
