package dev.afloat.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each way of saying when to come again, as a client gets it. */
@Timeout(120)
class RetryHintTest {
    private static final Instant UNTIL = Instant.parse("2026-01-01T00:00:30.9Z");

    private final FaultServer server = FaultServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    private HttpResponse<String> answer(Fault fault) {
        server.next(fault);
        return Caller.ask(server.openAi("/chat/completions"), "{}");
    }

    private static Object error(HttpResponse<String> response, Object... path) {
        Object error = JsonText.at(JsonText.parse(response.body()), "error");
        return String.valueOf(JsonText.at(error, path));
    }

    static Stream<Arguments> headers() {
        return Stream.of(
                Arguments.of(RetryHint.seconds(Duration.ofSeconds(30)), Map.of("Retry-After", "30")),
                Arguments.of(RetryHint.seconds(Duration.ofMillis(1001)), Map.of("Retry-After", "2")),
                Arguments.of(RetryHint.fraction(Duration.ofMillis(1500)), Map.of("Retry-After", "1.5")),
                Arguments.of(RetryHint.date(UNTIL), Map.of("Retry-After", "Thu, 01 Jan 2026 00:00:30 GMT")),
                Arguments.of(RetryHint.millis(Duration.ofMillis(1500)), Map.of("retry-after-ms", "1500")),
                Arguments.of(openAi("PT0.02S"), reset("20ms")),
                Arguments.of(openAi("PT0.0005S"), reset("0.5ms")),
                Arguments.of(openAi("PT1S"), reset("1s")),
                Arguments.of(openAi("PT7.66S"), reset("7.66s")),
                Arguments.of(openAi("PT6M"), reset("6m0s")),
                Arguments.of(openAi("PT1H30.5S"), reset("1h0m30.5s")),
                Arguments.of(
                        RetryHint.anthropicReset(UNTIL),
                        Map.of(
                                "anthropic-ratelimit-requests-limit", "50",
                                "anthropic-ratelimit-requests-remaining", "0",
                                "anthropic-ratelimit-requests-reset", "2026-01-01T00:00:30Z")),
                Arguments.of(RetryHint.garbage(), Map.of("Retry-After", "soon")),
                Arguments.of(RetryHint.header("Retry-After", "-1"), Map.of("Retry-After", "-1")),
                Arguments.of(
                        RetryHint.garbage().and(RetryHint.millis(Duration.ofMillis(5))),
                        Map.of("Retry-After", "soon", "retry-after-ms", "5")),
                Arguments.of(RetryHint.garbage().and(RetryHint.seconds(Duration.ZERO)), Map.of("Retry-After", "0")));
    }

    private static RetryHint openAi(String wait) {
        return RetryHint.openAiReset(Duration.parse(wait));
    }

    private static Map<String, String> reset(String wait) {
        return Map.of(
                "x-ratelimit-remaining-requests", "0",
                "x-ratelimit-reset-requests", wait,
                "x-ratelimit-remaining-tokens", "149984",
                "x-ratelimit-reset-tokens", "6ms");
    }

    @ParameterizedTest
    @MethodSource("headers")
    void a_hint_stands_in_the_headers(RetryHint hint, Map<String, String> expected) {
        HttpResponse<String> response = answer(Fault.rateLimited().with(hint));

        assertThat(response.statusCode()).isEqualTo(429);
        expected.forEach((name, value) ->
                assertThat(response.headers().allValues(name)).as(name).containsExactly(value));
        assertThat(response.headers().map().size())
                .as("headers beside content type and length")
                .isEqualTo(2 + hint.headers().size());
    }

    @Test
    void a_rate_limit_says_nothing_by_itself_and_seconds_if_told() {
        assertThat(answer(Fault.rateLimited()).headers().map()).containsOnlyKeys("content-type", "content-length");
        assertThat(answer(Fault.rateLimited().with(RetryHint.none())).headers().map())
                .containsOnlyKeys("content-type", "content-length");
        assertThat(answer(Fault.rateLimited(Duration.ofSeconds(7))).headers().allValues("retry-after"))
                .containsExactly("7");
    }

    @Test
    void a_hint_may_stand_in_the_message() {
        HttpResponse<String> response = answer(Fault.rateLimited().with(RetryHint.sentence(Duration.ofMillis(20))));

        assertThat(error(response, "message"))
                .isEqualTo("Rate limit reached for fault-model on requests per min. Please try again in 20ms.");
        assertThat(error(response, "code")).isEqualTo("rate_limit_exceeded");
    }

    @Test
    void gemini_has_its_own_body() {
        HttpResponse<String> response =
                answer(Fault.unavailable().with(RetryHint.retryInfo(Duration.ofMillis(30_500))));

        assertThat(response.statusCode()).isEqualTo(429);
        assertThat(error(response, "status")).isEqualTo("RESOURCE_EXHAUSTED");
        assertThat(error(response, "details", 0, "@type")).isEqualTo("type.googleapis.com/google.rpc.RetryInfo");
        assertThat(error(response, "details", 0, "retryDelay")).isEqualTo("30.5s");
    }

    @Test
    void what_is_no_rate_limit_takes_a_hint_as_well() {
        RetryHint hint = RetryHint.seconds(Duration.ofSeconds(3));

        assertThat(answer(Fault.overloaded().with(hint)).headers().firstValue("retry-after"))
                .contains("3");
        assertThat(answer(Fault.badGateway().with(hint)).headers().firstValue("retry-after"))
                .contains("3");
        assertThat(answer(Fault.none().with(hint)).headers().firstValue("retry-after"))
                .contains("3");
    }
}
