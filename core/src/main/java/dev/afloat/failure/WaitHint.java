package dev.afloat.failure;

import java.time.Clock;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * How long an answer asks to be left alone. Of several hints the first that can be used wins:
 *
 * <ol>
 *   <li>{@code retry-after-ms}: it is {@code Retry-After}, more precisely
 *   <li>{@code Retry-After}
 *   <li>what the body says: {@code retryDelay}, then "try again in …"
 *   <li>the latest reset of a limit that has nothing remaining: last, since it says when the limit is <em>full</em> again
 * </ol>
 */
final class WaitHint {
    private static final String[] MILLISECONDS = {"retry-after-ms", "x-ms-retry-after-ms"};
    private static final String[] LIMITS_OF_OPENAI = {"requests", "tokens"};
    private static final String[] LIMITS_OF_ANTHROPIC = {"requests", "tokens", "input-tokens", "output-tokens"};

    /** A bare number longer than this is no length of time but a point in it. */
    private static final Duration LONGEST_BARE = Duration.ofDays(1);

    private final HttpFacts facts;
    private final Clock clock;

    private WaitHint(HttpFacts facts, Clock clock) {
        this.facts = facts;
        this.clock = clock;
    }

    /**
     * Returns the wait; null if there is no usable hint.
     *
     * @param limited whether limits and their resets have to do with it
     */
    static @Nullable Duration of(HttpFacts facts, boolean limited, Clock clock) {
        WaitHint hint = new WaitHint(facts, clock);
        Duration wait = hint.asked();
        if (wait == null) {
            wait = WaitText.in(facts.text().toLowerCase(Locale.ROOT));
        }
        return wait == null && limited ? hint.reset() : wait;
    }

    private @Nullable Duration asked() {
        for (String name : MILLISECONDS) {
            String value = facts.header(name);
            Duration wait = value == null ? null : WaitText.number(value.strip(), 1_000_000L);
            if (wait != null) {
                return wait;
            }
        }
        String value = facts.header("retry-after");
        return value == null ? null : RetryAfter.parse(value, now()).orElse(null);
    }

    /** The server's own clock, where it tells it: a date of its is measured against that. */
    private Instant now() {
        Instant local = clock.instant();
        String date = facts.header("date");
        Instant remote = date == null ? null : HttpDate.parse(date, local);
        return remote == null ? local : remote;
    }

    private @Nullable Duration reset() {
        Duration latest = null;
        for (String limit : LIMITS_OF_OPENAI) {
            if (spent("x-ratelimit-remaining-" + limit)) {
                latest = later(latest, afterwards(facts.header("x-ratelimit-reset-" + limit)));
            }
        }
        for (String limit : LIMITS_OF_ANTHROPIC) {
            if (spent("anthropic-ratelimit-" + limit + "-remaining")) {
                latest = later(latest, until(facts.header("anthropic-ratelimit-" + limit + "-reset")));
            }
        }
        return latest;
    }

    private boolean spent(String header) {
        String remaining = facts.header(header);
        return remaining != null && remaining.strip().equals("0");
    }

    /** OpenAI's are lengths such as {@code 6m0s}; of others that imitate it, seconds. */
    private static @Nullable Duration afterwards(@Nullable String value) {
        if (value == null) {
            return null;
        }
        Duration bare = WaitText.number(value.strip(), 1_000_000_000L);
        if (bare != null) {
            return bare.compareTo(LONGEST_BARE) <= 0 ? bare : null;
        }
        return WaitText.whole(value.strip().toLowerCase(Locale.ROOT));
    }

    /** Anthropic's are points in time, as RFC 3339 writes them. One that has passed is less than no wait, and no hint in the end. */
    private @Nullable Duration until(@Nullable String value) {
        if (value == null) {
            return null;
        }
        try {
            return Duration.between(now(), OffsetDateTime.parse(value.strip()).toInstant());
        } catch (DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    private static @Nullable Duration later(@Nullable Duration one, @Nullable Duration other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) >= 0 ? one : other;
    }
}
