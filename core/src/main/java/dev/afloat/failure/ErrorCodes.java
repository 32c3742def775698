package dev.afloat.failure;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The words by which providers say in their error bodies what is wrong. */
final class ErrorCodes {
    /** What says more comes first: a body has several of these words, and "invalid request" is in most. */
    private static final List<FailureKind> TELLING = List.of(
            FailureKind.REFUSED,
            FailureKind.CONTEXT_TOO_LONG,
            FailureKind.QUOTA_EXHAUSTED,
            FailureKind.MALFORMED,
            FailureKind.MISCONFIGURED,
            FailureKind.OVERLOADED,
            FailureKind.RATE_LIMITED,
            FailureKind.TIMEOUT,
            FailureKind.UNAVAILABLE,
            FailureKind.BAD_REQUEST);

    private static final Accessor[] INSIDE = {Accessor.CODE, Accessor.GET_CODE, Accessor.VALUE};

    private static final Map<String, FailureKind> KINDS = kinds();
    private static final int LONGEST = 64;

    /** A quoted key: one that was echoed inside a text has its quotes escaped, and does not match. */
    private static final Pattern IN_BODY =
            Pattern.compile("\"(?:code|type|status|reason|__type)\"\\s{0,8}:\\s{0,8}\"?([A-Za-z0-9_.#-]{2,64})");

    private static final int MOST_IN_BODY = 32;

    private ErrorCodes() {}

    private static Map<String, FailureKind> kinds() {
        Map<String, FailureKind> kinds = new HashMap<>();
        put(
                kinds,
                FailureKind.REFUSED,
                "content_filter content_filtered content_policy_violation bio_policy cyber_policy");
        put(
                kinds,
                FailureKind.REFUSED,
                "responsibleaipolicyviolation moderation_blocked prohibited_content invalid_prompt");
        put(kinds, FailureKind.REFUSED, "data_inspection_failed datainspectionfailed guardrail_intervened");
        put(
                kinds,
                FailureKind.CONTEXT_TOO_LONG,
                "context_length_exceeded model_context_window_exceeded request_too_large");
        put(kinds, FailureKind.CONTEXT_TOO_LONG, "string_above_max_length exceed_context_size_error");
        put(
                kinds,
                FailureKind.QUOTA_EXHAUSTED,
                "insufficient_quota quota_exceeded quotaexceeded exceeded_current_quota_error");
        put(
                kinds,
                FailureKind.QUOTA_EXHAUSTED,
                "billing_error billing_not_active billing_hard_limit_reached arrearage");
        put(kinds, FailureKind.QUOTA_EXHAUSTED, "insufficient_balance servicequotaexceededexception");
        put(kinds, FailureKind.MALFORMED, "tool_use_failed json_validate_failed malformed_model_output");
        put(kinds, FailureKind.MISCONFIGURED, "invalid_api_key api_key_invalid authentication_error unauthenticated");
        put(kinds, FailureKind.MISCONFIGURED, "invalid_authentication_error permission_error permission_denied");
        put(kinds, FailureKind.MISCONFIGURED, "accessdenied accessdeniedexception unrecognizedclientexception");
        put(kinds, FailureKind.MISCONFIGURED, "expiredtokenexception resourcenotfoundexception failed_precondition");
        put(kinds, FailureKind.MISCONFIGURED, "model_not_found not_found_error not_found deploymentnotfound");
        put(kinds, FailureKind.MISCONFIGURED, "unsupported_country_region_territory account_deactivated");
        put(kinds, FailureKind.OVERLOADED, "overloaded_error overloaded engine_overloaded_error server_overloaded");
        put(kinds, FailureKind.OVERLOADED, "service_unavailable serviceunavailable serviceunavailableexception");
        put(kinds, FailureKind.OVERLOADED, "modelnotreadyexception service_tier_capacity_exceeded slow_down");
        put(kinds, FailureKind.RATE_LIMITED, "rate_limit_exceeded rate_limit_error rate_limited ratelimitexceeded");
        put(
                kinds,
                FailureKind.RATE_LIMITED,
                "userratelimitexceeded too_many_requests toomanyrequests resource_exhausted");
        put(
                kinds,
                FailureKind.RATE_LIMITED,
                "toomanyrequestsexception throttlingexception throttling throttledexception");
        put(kinds, FailureKind.TIMEOUT, "timeout timeout_error request_timeout requesttimeout deadline_exceeded");
        put(kinds, FailureKind.TIMEOUT, "modeltimeoutexception");
        put(kinds, FailureKind.UNAVAILABLE, "server_error api_error internal internal_error internal_server_error");
        put(
                kinds,
                FailureKind.UNAVAILABLE,
                "unavailable internalserverexception modelerrorexception modelstreamerrorexception");
        put(kinds, FailureKind.BAD_REQUEST, "invalid_request_error invalid_argument validationexception out_of_range");
        return Map.copyOf(kinds);
    }

    private static void put(Map<String, FailureKind> kinds, FailureKind kind, String words) {
        for (String word : words.split(" ", -1)) {
            kinds.put(word, kind);
        }
    }

    /** Returns what a word means, an enum's too, or that of an object which has one; null if it is none of these. */
    static @Nullable FailureKind kindOf(@Nullable Object value) {
        String word = wordOf(value);
        for (int i = 0; word == null && value != null && i < INSIDE.length; i++) {
            word = wordOf(Accessors.read(value, INSIDE[i]));
        }
        return word == null || word.length() > LONGEST
                ? null
                : KINDS.get(word.substring(word.lastIndexOf('#') + 1).toLowerCase(Locale.ROOT));
    }

    /** Never by {@code toString}: of an object that we do not know it may be anything. */
    private static @Nullable String wordOf(@Nullable Object value) {
        if (value instanceof Enum<?> constant) {
            return constant.name();
        }
        return value instanceof String text ? text : null;
    }

    /** Returns the most telling of the words in a JSON body; null if there is none. */
    static @Nullable FailureKind kindIn(String body) {
        if (body.isEmpty()) {
            return null;
        }
        FailureKind kind = null;
        Matcher words = IN_BODY.matcher(body);
        for (int i = 0; i < MOST_IN_BODY && words.find(); i++) {
            kind = moreTelling(kind, kindOf(words.group(1)));
        }
        return kind;
    }

    /** Returns the first HTTP status that a JSON body names as its code; 0 if there is none. */
    static int statusIn(String body) {
        if (body.isEmpty()) {
            return 0;
        }
        int status = 0;
        Matcher words = IN_BODY.matcher(body);
        for (int i = 0; i < MOST_IN_BODY && status == 0 && words.find(); i++) {
            status = StatusValue.of(words.group(1));
        }
        return status;
    }

    /** Returns the one of two that says more; null if both are. */
    static @Nullable FailureKind moreTelling(@Nullable FailureKind one, @Nullable FailureKind other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return TELLING.indexOf(other) < TELLING.indexOf(one) ? other : one;
    }
}
