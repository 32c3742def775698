package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.fakes.Anthropic;
import dev.afloat.failure.fakes.Clients;
import dev.afloat.failure.fakes.Cloud;
import dev.afloat.failure.fakes.GoogleGenAi;
import dev.afloat.failure.fakes.LangChain4j;
import dev.afloat.failure.fakes.OpenAi;
import dev.afloat.failure.fakes.Spring;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a provider answered with an error, as each client hands it on. */
class ProviderFailuresTest {
    private static final Clock NOON = Clock.fixed(Instant.parse("2026-03-01T12:00:00Z"), ZoneOffset.UTC);
    private static final Map<String, String> TWO_SECONDS = Map.of("retry-after", "2");

    private static String body(String message, String code) {
        return "{\"error\":{\"message\":\"" + message + "\",\"type\":\"invalid_request_error\",\"code\":\"" + code
                + "\"}}";
    }

    static Stream<Arguments> openAi() {
        return Stream.of(
                row(
                        new OpenAi.RateLimitException("rate_limit_exceeded", TWO_SECONDS),
                        "RATE_LIMITED (429) retry after PT2S"),
                row(
                        new OpenAi.RateLimitException("x", Map.of("retry-after-ms", "1500", "retry-after", "9")),
                        "RATE_LIMITED (429) retry after PT1.5S"),
                row(new OpenAi.RateLimitException(null, Map.of()), "RATE_LIMITED (429)"),
                row(new OpenAi.RateLimitException("insufficient_quota", Map.of()), "QUOTA_EXHAUSTED (429)"),
                row(new OpenAi.InternalServerException(500), "UNAVAILABLE (500)"),
                row(new OpenAi.InternalServerException(502), "UNAVAILABLE (502)"),
                row(new OpenAi.InternalServerException(503), "OVERLOADED (503)"),
                row(new OpenAi.InternalServerException(504), "TIMEOUT (504)"),
                row(new OpenAi.UnexpectedStatusCodeException(408), "TIMEOUT (408)"),
                row(new OpenAi.UnexpectedStatusCodeException(413), "CONTEXT_TOO_LONG (413)"),
                row(new OpenAi.UnauthorizedException(), "MISCONFIGURED (401)"),
                row(new OpenAi.NotFoundException(), "MISCONFIGURED (404)"),
                row(new OpenAi.BadRequestException("x", "invalid_request_error"), "BAD_REQUEST (400)"),
                row(new OpenAi.BadRequestException("context_length_exceeded", "x"), "CONTEXT_TOO_LONG (400)"),
                row(new OpenAi.BadRequestException("content_filter", null), "REFUSED (400)"),
                row(new OpenAi.SseException("server_error"), "UNAVAILABLE"),
                row(new OpenAi.SseException("rate_limit_exceeded"), "RATE_LIMITED"),
                row(new OpenAi.SseException("never heard of"), "UNKNOWN"));
    }

    static Stream<Arguments> anthropic() {
        return Stream.of(
                row(
                        anthropic(429, Anthropic.ErrorType.Value.RATE_LIMIT_ERROR, "x"),
                        "RATE_LIMITED (429) retry after PT2S"),
                row(
                        anthropic(529, Anthropic.ErrorType.Value.OVERLOADED_ERROR, "x"),
                        "OVERLOADED (529) retry after PT2S"),
                row(anthropic(200, Anthropic.ErrorType.Value.OVERLOADED_ERROR, "x"), "OVERLOADED retry after PT2S"),
                row(
                        anthropic(402, Anthropic.ErrorType.Value.BILLING_ERROR, "x"),
                        "QUOTA_EXHAUSTED (402) retry after PT2S"),
                row(
                        anthropic(400, Anthropic.ErrorType.Value.INVALID_REQUEST_ERROR, "400: no such field"),
                        "BAD_REQUEST (400)"),
                row(
                        anthropic(
                                400,
                                Anthropic.ErrorType.Value.INVALID_REQUEST_ERROR,
                                "400: {error={message=prompt is too long: 205000 tokens > 200000 maximum}}"),
                        "CONTEXT_TOO_LONG (400)"),
                row(
                        anthropic(
                                400,
                                Anthropic.ErrorType.Value.INVALID_REQUEST_ERROR,
                                "400: {error={message=Your credit balance is too low to access the API}}"),
                        "QUOTA_EXHAUSTED (400) retry after PT2S"),
                row(new Anthropic.NoCredentialsException(), "MISCONFIGURED"));
    }

    private static Throwable anthropic(int status, Anthropic.ErrorType.Value type, String message) {
        return new Anthropic.AnthropicServiceException(status, TWO_SECONDS, type, message);
    }

    static Stream<Arguments> google() {
        String text = "You exceeded your current quota, please check your plan and billing details.";
        return Stream.of(
                row(new GoogleGenAi.ApiException(503, "UNAVAILABLE", "The model is overloaded."), "OVERLOADED (503)"),
                row(
                        new GoogleGenAi.ApiException(429, "RESOURCE_EXHAUSTED", text + " Please retry in 27.5s."),
                        "RATE_LIMITED (429) retry after PT27.5S"),
                row(new GoogleGenAi.ApiException(429, "RESOURCE_EXHAUSTED", text), "QUOTA_EXHAUSTED (429)"),
                row(
                        new Clients.ApiException(429, Map.of(), gemini("PerMinutePerProjectPerModel")),
                        "RATE_LIMITED (429) retry after PT38S"),
                row(
                        new Clients.ApiException(429, Map.of(), gemini("PerDayPerProjectPerModel")),
                        "QUOTA_EXHAUSTED (429) retry after PT38S"),
                row(
                        new Clients.ApiException(
                                400,
                                Map.of(),
                                "{\"error\":{\"code\":400,\"status\":\"INVALID_ARGUMENT\","
                                        + "\"details\":[{\"reason\":\"API_KEY_INVALID\"}]}}"),
                        "MISCONFIGURED (400)"),
                row(
                        new GoogleGenAi.ApiException(
                                400, "INVALID_ARGUMENT", "The input token count (9) exceeds the maximum"),
                        "CONTEXT_TOO_LONG (400)"),
                row(new Cloud.StatusRuntimeException(Cloud.GrpcCode.UNAVAILABLE), "UNAVAILABLE"),
                row(new Cloud.StatusRuntimeException(Cloud.GrpcCode.RESOURCE_EXHAUSTED), "RATE_LIMITED"),
                row(new Cloud.StatusRuntimeException(Cloud.GrpcCode.UNAUTHENTICATED), "MISCONFIGURED"));
    }

    private static String gemini(String per) {
        return "{\"error\": {\"code\": 429, \"message\": \"You exceeded your current quota\", \"status\": \"RESOURCE_EXHAUSTED\","
                + " \"details\": [{\"violations\": [{\"quotaId\": \"GenerateRequests" + per + "\"}]},"
                + " {\"retryDelay\": \"38s\"}]}}";
    }

    static Stream<Arguments> langChain4j() {
        return Stream.of(
                row(
                        new LangChain4j.RateLimitException(new LangChain4j.HttpException(
                                429, body("Rate limit reached. Please try again in 1m30.5s.", "rate_limit_exceeded"))),
                        "RATE_LIMITED (429) retry after PT1M30.5S"),
                row(
                        new LangChain4j.RateLimitException(
                                new LangChain4j.HttpException(429, body("Spent.", "insufficient_quota"))),
                        "QUOTA_EXHAUSTED (429)"),
                row(
                        new LangChain4j.InvalidRequestException(
                                "x", new LangChain4j.HttpException(400, body("x", "content_filter"))),
                        "REFUSED (400)"),
                row(
                        new LangChain4j.InvalidRequestException(
                                "x", new LangChain4j.HttpException(400, "This model's maximum context length is 8192")),
                        "CONTEXT_TOO_LONG (400)"),
                row(
                        new LangChain4j.InternalServerException("x", new LangChain4j.HttpException(500, "x")),
                        "UNAVAILABLE (500)"),
                row(
                        new LangChain4j.InternalServerException("Failed: no choices returned in response", null),
                        "MALFORMED"),
                row(new LangChain4j.ContentFilteredException("I cannot help with that", null), "REFUSED"),
                row(
                        new LangChain4j.ContentFilteredException("x", new LangChain4j.HttpException(400, "x")),
                        "REFUSED (400)"),
                row(
                        new LangChain4j.ModelNotFoundException(new LangChain4j.HttpException(
                                404, "{\"error\":\"model 'x' not found, try pulling it\"}")),
                        "MISCONFIGURED (404)"),
                row(new LangChain4j.UnresolvedModelServerException(), "UNAVAILABLE"),
                row(new LangChain4j.AnthropicStreamingException("Overloaded"), "OVERLOADED"),
                row(new LangChain4j.AnthropicStreamingException("else"), "UNAVAILABLE"));
    }

    static Stream<Arguments> spring() {
        return Stream.of(
                row(
                        new Spring.NonTransientAiException("429 - " + body("Please try again in 20ms.", "x")),
                        "RATE_LIMITED (429) retry after PT0.02S"),
                row(new Spring.NonTransientAiException("HTTP 404 - 404 page not found"), "MISCONFIGURED (404)"),
                row(new Spring.NonTransientAiException("401 - no"), "MISCONFIGURED (401)"),
                row(new Spring.NonTransientAiException("no number"), "BAD_REQUEST"),
                row(new Spring.TransientAiException("503 - Service Unavailable"), "OVERLOADED (503)"),
                row(new Spring.TransientAiException("no number"), "UNAVAILABLE"),
                row(
                        new Spring.RestClientResponseException(429, Map.of("Retry-After", "7"), ""),
                        "RATE_LIMITED (429) retry after PT7S"),
                row(
                        new Spring.RestClientResponseException(400, Map.of(), body("x", "context_length_exceeded")),
                        "CONTEXT_TOO_LONG (400)"),
                row(
                        new Spring.WebClientResponseException(503, Map.of("Retry-After", "3"), null),
                        "OVERLOADED (503) retry after PT3S"));
    }

    static Stream<Arguments> cloud() {
        return Stream.of(
                row(
                        new Cloud.HttpResponseException(429, Map.of(), body("Please retry after 26 seconds.", "429")),
                        "RATE_LIMITED (429) retry after PT26S"),
                row(
                        new Cloud.HttpResponseException(429, Map.of("retry-after-ms", "250"), "x"),
                        "RATE_LIMITED (429) retry after PT0.25S"),
                row(new Cloud.HttpResponseException(400, Map.of(), body("x", "content_filter")), "REFUSED (400)"),
                row(
                        new Cloud.BedrockRuntimeException(
                                429,
                                "ThrottlingException",
                                Map.of("Retry-After", List.of("4")),
                                "Too many tokens, please wait"),
                        "RATE_LIMITED (429) retry after PT4S"),
                row(new Cloud.BedrockRuntimeException(400, "ThrottlingException", Map.of(), "x"), "RATE_LIMITED (400)"),
                row(
                        new Cloud.BedrockRuntimeException(429, "ModelNotReadyException", Map.of(), "x"),
                        "OVERLOADED (429)"),
                row(new Cloud.BedrockRuntimeException(424, "ModelErrorException", Map.of(), "x"), "UNAVAILABLE (424)"),
                row(
                        new Cloud.BedrockRuntimeException(403, "AccessDeniedException", Map.of(), "x"),
                        "MISCONFIGURED (403)"),
                row(
                        new Cloud.BedrockRuntimeException(
                                400, "ValidationException", Map.of(), "Input is too long for requested model."),
                        "CONTEXT_TOO_LONG (400)"));
    }

    static Stream<Arguments> clients() throws Exception {
        return Stream.of(
                row(new Clients.RetrofitHttpException(429, TWO_SECONDS), "RATE_LIMITED (429) retry after PT2S"),
                row(
                        new Clients.FeignException(429, Map.of("Retry-After", List.of("5")), "x"),
                        "RATE_LIMITED (429) retry after PT5S"),
                row(new Clients.FeignException(400, Map.of(), body("x", "content_filter")), "REFUSED (400)"),
                row(
                        new Clients.ApiException(503, Map.of("RETRY-AFTER", List.of("6")), "x"),
                        "OVERLOADED (503) retry after PT6S"),
                row(new Clients.WebApplicationException(429, TWO_SECONDS), "RATE_LIMITED (429) retry after PT2S"),
                row(new Clients.ApacheHttpResponseException(429), "RATE_LIMITED (429)"),
                row(
                        new LlmHttpException(429, Map.of("Retry-After", List.of("8")), null),
                        "RATE_LIMITED (429) retry after PT8S"),
                row(
                        new LlmHttpException(200, Map.of(), "{\"error\":{\"code\":429,\"message\":\"x\"}}"),
                        "RATE_LIMITED (429)"),
                row(new LlmHttpException(200, Map.of(), "{\"error\":{\"type\":\"overloaded_error\"}}"), "OVERLOADED"),
                row(new LlmHttpException(200, Map.of(), "{\"answer\":42}"), "UNKNOWN"),
                row(new LlmHttpException(302, Map.of(), "moved"), "UNKNOWN"));
    }

    private static Arguments row(Throwable thrown, String failure) {
        return Arguments.of(thrown, failure);
    }

    @ParameterizedTest
    @MethodSource({"openAi", "anthropic", "google", "langChain4j", "spring", "cloud", "clients"})
    void an_answer_with_an_error_is_told_by_whatever_the_client_hands_on(Throwable thrown, String failure) {
        assertThat(FailureClassifier.builtIn(NOON).classify(thrown)).hasToString(failure);
    }

    @ParameterizedTest
    @MethodSource({"openAi", "anthropic", "google", "langChain4j", "spring", "cloud", "clients"})
    void wrappers_around_it_change_nothing(Throwable thrown, String failure) {
        RuntimeException wrapped = new RuntimeException(
                new java.util.concurrent.CompletionException(new java.util.concurrent.ExecutionException(thrown)));

        assertThat(FailureClassifier.builtIn(NOON).classify(wrapped)).hasToString(failure);
    }
}
