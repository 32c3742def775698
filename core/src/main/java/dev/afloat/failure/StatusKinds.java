package dev.afloat.failure;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What an HTTP status means, with an error code that may make it more precise. Text alone never turns a server error into the
 * caller's: it only tells refusals with the same status apart.
 */
final class StatusKinds {
    private static final Set<FailureKind> OF_REFUSED_REQUEST = Set.of(
            FailureKind.REFUSED,
            FailureKind.CONTEXT_TOO_LONG,
            FailureKind.QUOTA_EXHAUSTED,
            FailureKind.MALFORMED,
            FailureKind.MISCONFIGURED,
            FailureKind.RATE_LIMITED);
    private static final Set<FailureKind> OF_FORBIDDEN =
            Set.of(FailureKind.REFUSED, FailureKind.QUOTA_EXHAUSTED, FailureKind.RATE_LIMITED);
    private static final Set<FailureKind> OF_TOO_MANY = Set.of(FailureKind.QUOTA_EXHAUSTED, FailureKind.OVERLOADED);
    private static final Set<FailureKind> OF_SERVER_ERROR = Set.of(FailureKind.OVERLOADED, FailureKind.TIMEOUT);

    private static final String[] TOO_LONG = {
        "maximum context length",
        "context length",
        "context window",
        "context size",
        "context limit",
        "prompt is too long",
        "input is too long",
        "too many input tokens",
        "input token count",
        "maximum number of tokens",
        "reduce the length of the messages"
    };

    /** At the start of the provider's message, so that a text which was echoed in it does not close the tier for an hour. */
    private static final Pattern NOTHING_LEFT_TO_SPEND = Pattern.compile(
            "(?:^(?:\\d{3}: )?|message\"?\\s?[:=]\\s?\"?)(?:your credit balance is too low|you have reached your specified api usage)");

    /** Anthropic's, which has no code for it. At the beginning of the message, since a message may quote what was asked. */
    private static final Pattern FILTERED =
            Pattern.compile("(?:^(?:\\d{3}: )?|message\"?\\s?[:=]\\s?\"?)output blocked by content filtering");

    private static final Pattern QUOTA_OF_A_DAY =
            Pattern.compile("quota(?:id|_limit)[\\\\\"]{0,4}\\s{0,4}:\\s{0,4}[\\\\\"]{0,4}[a-z0-9-]{0,80}perday");

    private StatusKinds() {}

    /**
     * Returns what a status means.
     *
     * @param status from 400 to 599
     * @param named what the name of the exception's class says; null for nothing
     */
    static FailureKind of(int status, HttpFacts facts, @Nullable FailureKind named) {
        return switch (status) {
            case 401, 404, 405, 407, 410, 451 -> FailureKind.MISCONFIGURED;
            case 402 -> FailureKind.QUOTA_EXHAUSTED;
            case 403 -> precisely(OF_FORBIDDEN, facts, named, FailureKind.MISCONFIGURED);
            case 408, 504, 524 -> FailureKind.TIMEOUT;
            case 409, 421, 423, 424, 425, 499 -> FailureKind.UNAVAILABLE;
            case 413 -> FailureKind.CONTEXT_TOO_LONG;
            case 429 -> tooMany(facts, named);
            case 503, 529 -> FailureKind.OVERLOADED;
            default ->
                status < 500
                        ? refusedRequest(facts, named)
                        : precisely(OF_SERVER_ERROR, facts, named, FailureKind.UNAVAILABLE);
        };
    }

    private static FailureKind precisely(
            Set<FailureKind> possible, HttpFacts facts, @Nullable FailureKind named, FailureKind otherwise) {
        FailureKind code = ErrorCodes.moreTelling(facts.code(), named);
        return code != null && possible.contains(code) ? code : otherwise;
    }

    private static FailureKind refusedRequest(HttpFacts facts, @Nullable FailureKind named) {
        FailureKind kind = precisely(OF_REFUSED_REQUEST, facts, named, FailureKind.BAD_REQUEST);
        if (kind != FailureKind.BAD_REQUEST) {
            return kind;
        }
        String text = facts.text().toLowerCase(Locale.ROOT);
        for (String words : TOO_LONG) {
            if (text.contains(words)) {
                return FailureKind.CONTEXT_TOO_LONG;
            }
        }
        if (FILTERED.matcher(text).find()) {
            return FailureKind.REFUSED;
        }
        return NOTHING_LEFT_TO_SPEND.matcher(text).find() ? FailureKind.QUOTA_EXHAUSTED : kind;
    }

    /** Gemini calls its limits per minute a quota too, but names a wait with them: with that of a day it may not, or a false one. */
    private static FailureKind tooMany(HttpFacts facts, @Nullable FailureKind named) {
        FailureKind kind = precisely(OF_TOO_MANY, facts, named, FailureKind.RATE_LIMITED);
        if (kind != FailureKind.RATE_LIMITED) {
            return kind;
        }
        String text = facts.text().toLowerCase(Locale.ROOT);
        boolean spent = QUOTA_OF_A_DAY.matcher(text).find()
                || (text.contains("exceeded your current quota") && WaitText.in(text) == null);
        return spent ? FailureKind.QUOTA_EXHAUSTED : kind;
    }
}
