package dev.afloat.failure;

import static dev.afloat.failure.FailureKind.BAD_REQUEST;
import static dev.afloat.failure.FailureKind.CONTEXT_TOO_LONG;
import static dev.afloat.failure.FailureKind.MALFORMED;
import static dev.afloat.failure.FailureKind.MISCONFIGURED;
import static dev.afloat.failure.FailureKind.OVERLOADED;
import static dev.afloat.failure.FailureKind.QUOTA_EXHAUSTED;
import static dev.afloat.failure.FailureKind.RATE_LIMITED;
import static dev.afloat.failure.FailureKind.REFUSED;
import static dev.afloat.failure.FailureKind.TIMEOUT;
import static dev.afloat.failure.FailureKind.UNAVAILABLE;
import static dev.afloat.failure.FailureKind.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.fakes.Clients;
import java.time.Clock;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class StatusKindsTest {
    private static FailureKind kind(int status, String body) {
        return kind(new LlmHttpException(status, null, body));
    }

    private static FailureKind kind(Throwable thrown) {
        return Objects.requireNonNull(
                        FailureClassifier.builtIn(Clock.systemUTC()).classify(thrown))
                .kind();
    }

    private static String error(String code) {
        return "{\"error\":{\"message\":\"x\",\"type\":\"invalid_request_error\",\"code\":\"" + code + "\"}}";
    }

    @ParameterizedTest
    @CsvSource({
        "400, BAD_REQUEST",
        "401, MISCONFIGURED",
        "402, QUOTA_EXHAUSTED",
        "403, MISCONFIGURED",
        "404, MISCONFIGURED",
        "405, MISCONFIGURED",
        "406, BAD_REQUEST",
        "407, MISCONFIGURED",
        "408, TIMEOUT",
        "409, UNAVAILABLE",
        "410, MISCONFIGURED",
        "413, CONTEXT_TOO_LONG",
        "415, BAD_REQUEST",
        "418, BAD_REQUEST",
        "421, UNAVAILABLE",
        "422, BAD_REQUEST",
        "423, UNAVAILABLE",
        "424, UNAVAILABLE",
        "425, UNAVAILABLE",
        "429, RATE_LIMITED",
        "431, BAD_REQUEST",
        "451, MISCONFIGURED",
        "499, UNAVAILABLE",
        "500, UNAVAILABLE",
        "501, UNAVAILABLE",
        "502, UNAVAILABLE",
        "503, OVERLOADED",
        "504, TIMEOUT",
        "520, UNAVAILABLE",
        "522, UNAVAILABLE",
        "524, TIMEOUT",
        "529, OVERLOADED",
        "599, UNAVAILABLE"
    })
    void a_status_has_a_kind(int status, FailureKind kind) {
        assertThat(kind(status, "")).isEqualTo(kind);
    }

    static IntStream saysNothing() {
        return IntStream.of(-1, 0, 100, 200, 204, 302, 399, 600, 999, Integer.MAX_VALUE, Integer.MIN_VALUE);
    }

    @ParameterizedTest
    @MethodSource("saysNothing")
    void a_status_that_is_no_failure_says_nothing(int status) {
        assertThat(kind(status, "")).isEqualTo(UNKNOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "400, content_filter, REFUSED",
        "400, content_policy_violation, REFUSED",
        "403, content_filter, REFUSED",
        "400, ResponsibleAIPolicyViolation, REFUSED",
        "400, context_length_exceeded, CONTEXT_TOO_LONG",
        "422, string_above_max_length, CONTEXT_TOO_LONG",
        "429, insufficient_quota, QUOTA_EXHAUSTED",
        "403, insufficient_quota, QUOTA_EXHAUSTED",
        "400, billing_hard_limit_reached, QUOTA_EXHAUSTED",
        "400, tool_use_failed, MALFORMED",
        "400, invalid_api_key, MISCONFIGURED",
        "400, ThrottlingException, RATE_LIMITED",
        "403, rateLimitExceeded, RATE_LIMITED",
        "429, engine_overloaded_error, OVERLOADED",
        "500, overloaded_error, OVERLOADED",
        "500, timeout_error, TIMEOUT",
        "400, com.amazon.coral.service#AccessDeniedException, MISCONFIGURED",
        "400, never_heard_of, BAD_REQUEST"
    })
    void an_error_code_makes_it_more_precise(int status, String code, FailureKind kind) {
        assertThat(kind(status, error(code))).isEqualTo(kind);
    }

    @ParameterizedTest
    @CsvSource({"500, context_length_exceeded", "500, content_filter", "502, invalid_api_key", "500, insufficient_quota"
    })
    void a_code_does_not_turn_a_server_error_into_the_callers(int status, String code) {
        assertThat(kind(status, error(code))).isEqualTo(UNAVAILABLE);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "400 | This model's maximum context length is 4096 tokens. | CONTEXT_TOO_LONG",
                "400 | prompt is too long: 9 tokens > 8 maximum | CONTEXT_TOO_LONG",
                "422 | Input length and `max_tokens` exceed context limit: 9 > 8 | CONTEXT_TOO_LONG",
                "400 | the request exceeds the available context size | CONTEXT_TOO_LONG",
                "500 | This model's maximum context length is 4096 tokens. | UNAVAILABLE",
                "500 | unsupported parameter | UNAVAILABLE",
                "503 | prompt is too long | OVERLOADED",
                "429 | prompt is too long | RATE_LIMITED",
                "400 | unsupported parameter | BAD_REQUEST",
                "400 | {\"message\": \"Your credit balance is too low to access\"} | QUOTA_EXHAUSTED",
                "400 | {\"message\": \"No such value: your credit balance is too low\"} | BAD_REQUEST",
                "400 | {\"message\": \"No such value: {\\\"code\\\": \\\"content_filter\\\"}\"} | BAD_REQUEST"
            })
    void text_tells_refused_requests_apart_and_nothing_else(int status, String text, FailureKind kind) {
        assertThat(kind(status, text)).isEqualTo(kind);
    }

    @Test
    void only_the_first_part_of_a_body_is_looked_at() {
        String filler = " ".repeat(BoundedText.LIMIT);
        String early = error("content_filter") + filler;
        String late = filler + error("content_filter");

        assertThat(kind(new LlmHttpException(400, null, early))).isEqualTo(REFUSED);
        assertThat(kind(new LlmHttpException(400, null, late))).isEqualTo(BAD_REQUEST);
        assertThat(kind(new Clients.FeignException(400, Map.of(), early))).isEqualTo(REFUSED);
        assertThat(kind(new Clients.FeignException(400, Map.of(), late))).isEqualTo(BAD_REQUEST);
        assertThat(kind(new Clients.ApiException(400, Map.of(), early))).isEqualTo(REFUSED);
        assertThat(kind(new Clients.ApiException(400, Map.of(), late))).isEqualTo(BAD_REQUEST);
    }

    @Test
    void every_kind_that_an_answer_can_have_is_reached() {
        Set<FailureKind> reached = EnumSet.noneOf(FailureKind.class);
        for (int status = 400; status < 600; status++) {
            reached.add(kind(status, ""));
        }
        reached.add(kind(400, error("content_filter")));
        reached.add(kind(400, error("tool_use_failed")));

        assertThat(reached)
                .containsExactlyInAnyOrder(
                        TIMEOUT,
                        RATE_LIMITED,
                        QUOTA_EXHAUSTED,
                        OVERLOADED,
                        UNAVAILABLE,
                        MISCONFIGURED,
                        BAD_REQUEST,
                        CONTEXT_TOO_LONG,
                        REFUSED,
                        MALFORMED);
    }
}
