package dev.afloat.testkit.http;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How an error says when to come again: each provider has ways of its own. Immutable.
 *
 * <pre>{@code
 * server.next(Fault.rateLimited().with(RetryHint.date(Instant.now().plusSeconds(30))));
 * }</pre>
 */
public final class RetryHint {
    private static final DateTimeFormatter HTTP_DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.US)
            .withZone(ZoneOffset.UTC);
    private static final RetryHint NONE = new RetryHint(Map.of(), "", null);

    private final Map<String, String> headers;
    private final String sentence;
    private final @Nullable String retryInfo;

    private RetryHint(Map<String, String> headers, String sentence, @Nullable String retryInfo) {
        this.headers = headers;
        this.sentence = sentence;
        this.retryInfo = retryInfo;
    }

    /** Returns the hint that says nothing. */
    public static RetryHint none() {
        return NONE;
    }

    /** Returns {@code Retry-After: 30}: whole seconds, rounded up. */
    public static RetryHint seconds(Duration wait) {
        long seconds = wait.plusNanos(999_999_999).toSeconds();
        return header("Retry-After", String.valueOf(seconds));
    }

    /** Returns {@code Retry-After: 1.5}: seconds with a fraction. */
    public static RetryHint fraction(Duration wait) {
        return header("Retry-After", decimal(wait, 9));
    }

    /** Returns {@code Retry-After: Thu, 01 Jan 2026 00:00:30 GMT}: a date, in whole seconds. */
    public static RetryHint date(Instant until) {
        return header("Retry-After", HTTP_DATE.format(until));
    }

    /** Returns {@code retry-after-ms: 1500}, which OpenAI's and Anthropic's SDKs read first. */
    public static RetryHint millis(Duration wait) {
        return header("retry-after-ms", String.valueOf(wait.toMillis()));
    }

    /**
     * Returns {@code x-ratelimit-reset-requests: 6m0s}, with none remaining, and beside it the headers for tokens, of which some are
     * left. OpenAI writes durations as Go does: {@code 20ms}, {@code 7.66s}, {@code 1h0m30s}.
     */
    public static RetryHint openAiReset(Duration wait) {
        return header("x-ratelimit-limit-requests", "60")
                .and(header("x-ratelimit-remaining-requests", "0"))
                .and(header("x-ratelimit-reset-requests", goText(wait)))
                .and(header("x-ratelimit-limit-tokens", "150000"))
                .and(header("x-ratelimit-remaining-tokens", "149984"))
                .and(header("x-ratelimit-reset-tokens", "6ms"));
    }

    /** Returns {@code anthropic-ratelimit-requests-reset: 2026-01-01T00:00:30Z}, in whole seconds, with none remaining. */
    public static RetryHint anthropicReset(Instant until) {
        return header("anthropic-ratelimit-requests-limit", "50")
                .and(header("anthropic-ratelimit-requests-remaining", "0"))
                .and(header(
                        "anthropic-ratelimit-requests-reset",
                        until.truncatedTo(ChronoUnit.SECONDS).toString()));
    }

    /** Returns Gemini's {@code "retryDelay": "30s"}. It makes the body of an error a 429 of Gemini's, whichever it was. */
    public static RetryHint retryInfo(Duration wait) {
        return new RetryHint(Map.of(), "", decimal(wait, 9) + "s");
    }

    /** Returns a sentence in the message of an error: {@code Please try again in 30s.} */
    public static RetryHint sentence(Duration wait) {
        return new RetryHint(Map.of(), " Please try again in " + goText(wait) + ".", null);
    }

    /** Returns {@code Retry-After: soon}: nothing that a client could obey. */
    public static RetryHint garbage() {
        return header("Retry-After", "soon");
    }

    /** Returns any header. */
    public static RetryHint header(String name, String value) {
        return new RetryHint(Map.of(name, value), "", null);
    }

    /** Returns this and {@code other} together; where they contradict each other, {@code other}. */
    public RetryHint and(RetryHint other) {
        Map<String, String> both = new LinkedHashMap<>(headers);
        both.putAll(other.headers);
        return new RetryHint(both, sentence + other.sentence, other.retryInfo == null ? retryInfo : other.retryInfo);
    }

    Map<String, String> headers() {
        return headers;
    }

    String appendedTo(String message) {
        return message + sentence;
    }

    /** Returns the delay of Gemini's body; null unless it is to be Gemini's. */
    @Nullable
    String retryInfo() {
        return retryInfo;
    }

    private static String goText(Duration duration) {
        if (duration.compareTo(Duration.ofSeconds(1)) < 0) {
            return decimal(duration, 6) + "ms";
        }
        String seconds = decimal(duration.minusMinutes(duration.toMinutes()), 9) + "s";
        if (duration.toMinutes() == 0) {
            return seconds;
        }
        String minutes = duration.toMinutesPart() + "m" + seconds;
        return duration.toHours() == 0 ? minutes : duration.toHours() + "h" + minutes;
    }

    /** Returns the number of units of which one has 10 to the {@code scale} nanoseconds. */
    private static String decimal(Duration duration, int scale) {
        BigDecimal exact = BigDecimal.valueOf(duration.toNanos(), scale);
        return exact.stripTrailingZeros().toPlainString();
    }
}
