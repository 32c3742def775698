package dev.afloat.failure;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the name of an exception's class tells. The weakest evidence, since outer names lie: for what neither a status nor a type of
 * the JDK explains. Packages are not looked at, so that a client that was shaded into another one is known too.
 */
final class ClassNames {
    private static final String[][] PARTS = {
        {"ContentFilter", "ContentPolicy"},
        {"ContextLength", "ContextWindow"},
        {"QuotaExceeded", "InsufficientQuota", "PaymentRequired"},
        {"Overloaded", "ModelNotReady", "ServiceUnavailable"},
        {"RateLimit", "TooManyRequests", "Throttl"},
        {
            "Authentication",
            "Unauthorized",
            "NoCredentials",
            "CredentialResolution",
            "CredentialUnavailable",
            "SubjectTokenProvider",
            "PermissionDenied",
            "AccessDenied",
            "ModelNotFound"
        },
        {"UnresolvedModelServer"},
        {"InvalidDataException"}
    };

    private static final FailureKind[] KINDS = {
        FailureKind.REFUSED,
        FailureKind.CONTEXT_TOO_LONG,
        FailureKind.QUOTA_EXHAUSTED,
        FailureKind.OVERLOADED,
        FailureKind.RATE_LIMITED,
        FailureKind.MISCONFIGURED,
        FailureKind.UNAVAILABLE,
        FailureKind.MALFORMED
    };

    private ClassNames() {}

    /** Returns where the simple part of a class's name starts: behind the last dot or dollar. */
    static int start(String name) {
        return Math.max(name.lastIndexOf('.'), name.lastIndexOf('$')) + 1;
    }

    private static String simple(Class<?> type) {
        String name = type.getName();
        return name.substring(start(name));
    }

    /** Returns what the class of an exception, or one above it, is named for; null if nothing is known by it. */
    static @Nullable FailureKind kindOf(Throwable link) {
        for (Class<?> each = link.getClass(); Accessors.readable(each); each = each.getSuperclass()) {
            String name = simple(each);
            FailureKind kind = byPart(name);
            if (kind == null) {
                kind = byName(name, link);
            }
            if (kind != null) {
                return kind;
            }
        }
        return null;
    }

    private static @Nullable FailureKind byPart(String name) {
        for (int i = 0; i < PARTS.length; i++) {
            for (String part : PARTS[i]) {
                if (name.contains(part)) {
                    return KINDS[i];
                }
            }
        }
        return null;
    }

    private static @Nullable FailureKind byName(String name, Throwable link) {
        return switch (name) {
            case "TransientAiException" -> FailureKind.UNAVAILABLE;
            case "NonTransientAiException", "InvalidRequestException", "BadRequestException" -> FailureKind.BAD_REQUEST;
            case "AnthropicStreamingException" ->
                says(link, "overloaded") ? FailureKind.OVERLOADED : FailureKind.UNAVAILABLE;
            // LangChain4j's for a server error, and for an answer without anything in it.
            case "InternalServerException" ->
                says(link, "no choices") ? FailureKind.MALFORMED : FailureKind.UNAVAILABLE;
            default -> null;
        };
    }

    private static boolean says(Throwable link, String words) {
        return CauseChain.messageOf(link).toLowerCase(Locale.ROOT).contains(words);
    }
}
