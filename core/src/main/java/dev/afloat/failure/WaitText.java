package dev.afloat.failure;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Lengths of time as texts have them. Expects lower case; what is not more than zero, or cannot be read, is none. */
final class WaitText {
    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,40}(?:\\.[0-9]{1,40})?");

    private static final Pattern PART = Pattern.compile(" ?([0-9]{1,20}(?:\\.[0-9]{1,20})?) ?([a-zµμ]{1,12})");

    private static final int MOST_PARTS = 8;

    /** In Gemini's error details. Escaped quotes, since the body may be a text inside another. */
    private static final Pattern RETRY_DELAY =
            Pattern.compile("retrydelay[\\\\\"]{0,4}\\s{0,4}:\\s{0,4}[\\\\\"]{0,4}(?=[0-9])");

    private static final Pattern TRY_AGAIN = Pattern.compile(
            "\\b(?:(?:re)?try\\b[a-z ]{0,30}?\\b(?:in|after)|wait(?: for)?) (?:about |another )?(?=[0-9])");

    private static final int MOST_PLACES = 8;

    private static final Map<String, Long> NANOS = Map.ofEntries(
            Map.entry("ns", 1L),
            Map.entry("us", 1_000L),
            Map.entry("µs", 1_000L),
            Map.entry("μs", 1_000L),
            Map.entry("ms", 1_000_000L),
            Map.entry("millisecond", 1_000_000L),
            Map.entry("s", 1_000_000_000L),
            Map.entry("sec", 1_000_000_000L),
            Map.entry("second", 1_000_000_000L),
            Map.entry("m", 60_000_000_000L),
            Map.entry("min", 60_000_000_000L),
            Map.entry("minute", 60_000_000_000L),
            Map.entry("h", 3_600_000_000_000L),
            Map.entry("hour", 3_600_000_000_000L),
            Map.entry("d", 86_400_000_000_000L),
            Map.entry("day", 86_400_000_000_000L));

    private WaitText() {}

    /** Returns so many units: digits, and a fraction after a point. Null for everything else. */
    static @Nullable Duration number(String digits, long nanosOfUnit) {
        if (!NUMBER.matcher(digits).matches()) {
            return null;
        }
        BigDecimal nanos = new BigDecimal(digits).multiply(BigDecimal.valueOf(nanosOfUnit));
        BigDecimal most = BigDecimal.valueOf(Failure.LONGEST_WAIT.toNanos());
        return orNone(Duration.ofNanos(nanos.min(most).longValue()));
    }

    /** Returns the length that a text is, such as {@code 6m0s}; null if it is anything else. */
    static @Nullable Duration whole(String text) {
        Matcher part = PART.matcher(text);
        Duration sum = read(part);
        return part.regionStart() == text.length() ? sum : null;
    }

    /** Returns the wait that the text of an error asks for: {@code retryDelay} of its details, or "try again in 1m30.5s". */
    static @Nullable Duration in(String text) {
        Duration delay = first(RETRY_DELAY.matcher(text), text);
        return delay != null ? delay : first(TRY_AGAIN.matcher(text), text);
    }

    private static @Nullable Duration first(Matcher place, String text) {
        for (int i = 0; i < MOST_PLACES && place.find(); i++) {
            Duration wait = read(PART.matcher(text).region(place.end(), text.length()));
            if (wait != null) {
                return wait;
            }
        }
        return null;
    }

    /** Adds up parts from where the matcher stands, as many as there are, and leaves it behind the last. */
    private static @Nullable Duration read(Matcher part) {
        Duration sum = Duration.ZERO;
        for (int i = 0; i < MOST_PARTS && part.lookingAt(); i++) {
            Long unit = unit(part.group(2));
            if (unit == null) {
                break;
            }
            Duration length = number(part.group(1), unit);
            sum = length == null ? sum : sum.plus(length);
            part.region(part.end(), part.regionEnd());
        }
        return orNone(sum);
    }

    private static @Nullable Long unit(String word) {
        Long nanos = NANOS.get(word);
        return nanos != null || !word.endsWith("s") ? nanos : NANOS.get(word.substring(0, word.length() - 1));
    }

    private static @Nullable Duration orNone(Duration length) {
        return length.isZero() || length.isNegative() ? null : length;
    }
}
