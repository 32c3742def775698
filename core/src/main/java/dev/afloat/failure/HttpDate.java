package dev.afloat.failure;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads the three forms in which RFC 9110 lets servers write a date. The day of the week is not held against it. */
final class HttpDate {
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";
    private static final String TIME = "(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)";

    /** {@code Sun, 06 Nov 1994 08:49:37 GMT}, the one in use. */
    private static final Pattern FIXED = Pattern.compile(
            "[A-Z][a-z]{2}, {1,2}(?<day>\\d{1,2}) (?<month>[A-Z][a-z]{2}) (?<year>\\d{4}) " + TIME + " GMT");

    /** {@code Sunday, 06-Nov-94 08:49:37 GMT}, of RFC 850. */
    private static final Pattern TWO_DIGIT_YEAR = Pattern.compile(
            "[A-Z][a-z]{5,8}, (?<day>\\d{1,2})-(?<month>[A-Z][a-z]{2})-(?<year>\\d{2}) " + TIME + " GMT");

    /** {@code Sun Nov  6 08:49:37 1994}, of {@code asctime}. */
    private static final Pattern ASCTIME =
            Pattern.compile("[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) {1,2}(?<day>\\d{1,2}) " + TIME + " (?<year>\\d{4})");

    private static final int LONGEST = 64;

    private HttpDate() {}

    /**
     * Returns the point in time; null for what is not a date.
     *
     * @param now tells the century of a year with two digits
     */
    static @Nullable Instant parse(String text, Instant now) {
        String stripped = text.strip();
        if (stripped.length() > LONGEST) {
            return null;
        }
        for (Pattern form : new Pattern[] {FIXED, TWO_DIGIT_YEAR, ASCTIME}) {
            Matcher date = form.matcher(stripped);
            if (date.matches()) {
                return read(date, now);
            }
        }
        return null;
    }

    private static @Nullable Instant read(Matcher date, Instant now) {
        int month = MONTHS.indexOf(date.group("month"));
        int second = Math.min(number(date, "second"), 59); // 60 is a leap second
        if (month < 0) {
            return null;
        }
        try {
            int year = number(date, "year");
            return LocalDateTime.of(
                            year < 100 ? century(year, now) : year,
                            month / 3 + 1,
                            number(date, "day"),
                            number(date, "hour"),
                            number(date, "minute"),
                            second)
                    .toInstant(ZoneOffset.UTC);
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static int number(Matcher date, String group) {
        return Integer.parseInt(date.group(group));
    }

    /** Not more than 50 years ahead: then it is a year that has passed. */
    private static int century(int year, Instant now) {
        int thisYear = now.atOffset(ZoneOffset.UTC).getYear();
        int full = thisYear - thisYear % 100 + year;
        return full > thisYear + 50 ? full - 100 : full;
    }
}
