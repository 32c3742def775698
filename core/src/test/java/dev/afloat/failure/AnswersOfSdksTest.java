package dev.afloat.failure;

import static dev.afloat.failure.fakes.AnthropicAnswers.message;
import static dev.afloat.failure.fakes.CloudAnswers.blocked;
import static dev.afloat.failure.fakes.CloudAnswers.converse;
import static dev.afloat.failure.fakes.CloudAnswers.google;
import static dev.afloat.failure.fakes.LangChain4jAnswers.response;
import static dev.afloat.failure.fakes.OpenAiAnswers.completion;
import static dev.afloat.failure.fakes.SpringAnswers.generation;
import static org.assertj.core.api.Assertions.assertThat;

import com.example.shop.Draft;
import dev.afloat.failure.fakes.AnthropicAnswers;
import dev.afloat.failure.fakes.CloudAnswers;
import dev.afloat.failure.fakes.LangChain4jAnswers;
import dev.afloat.failure.fakes.LangChain4jAnswers.FinishReason;
import dev.afloat.failure.fakes.OpenAiAnswers;
import dev.afloat.failure.fakes.SpringAnswers;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What is wrong with an answer, as each client hands it on. */
class AnswersOfSdksTest {
    private static final String FINE = "null";

    static Stream<Arguments> openAi() {
        return Stream.of(
                row(completion("stop", "42"), FINE),
                row(completion("length", "4"), FINE),
                row(completion("a reason of next year", "42"), FINE),
                row(completion("content_filter", "4"), "REFUSED"),
                row(completion("stop", openAiMessage(null, "I cannot", null)), "REFUSED"),
                row(completion("stop", openAiMessage("42", "", null)), FINE),
                row(completion("tool_calls", openAiMessage(null, null, List.of("call"))), FINE),
                row(completion("stop", openAiMessage(null, null, List.of("call"))), FINE),
                row(completion("stop", openAiMessage(null, null, List.of())), "MALFORMED"),
                row(completion("stop", (String) null), "MALFORMED"),
                row(completion("length", " \n"), "MALFORMED"),
                row(completion("error", "4"), "UNAVAILABLE"),
                row(new OpenAiAnswers.ChatCompletion(List.of(), "gpt", Map.of()), "MALFORMED"));
    }

    private static OpenAiAnswers.Message openAiMessage(
            @Nullable String content, @Nullable String refusal, @Nullable List<Object> toolCalls) {
        return new OpenAiAnswers.Message(
                Optional.ofNullable(content), Optional.ofNullable(refusal), Optional.ofNullable(toolCalls));
    }

    static Stream<Arguments> openAiErrors() {
        return Stream.of(
                row(error(Map.of("code", json("rate_limit_exceeded"))), "RATE_LIMITED"),
                row(error(Map.of("type", json("insufficient_quota"), "message", json("x"))), "QUOTA_EXHAUSTED"),
                row(error(Map.of("code", json(429))), "RATE_LIMITED (429)"),
                row(error(Map.of("message", json("no such word"))), "UNKNOWN"),
                row(error("overloaded"), "OVERLOADED"),
                row(error("something went wrong"), "UNKNOWN"));
    }

    private static Object error(Object error) {
        return new OpenAiAnswers.Erroneous(error);
    }

    private static OpenAiAnswers.JsonValue json(Object value) {
        return new OpenAiAnswers.JsonValue(value);
    }

    static Stream<Arguments> openAiResponses() {
        OpenAiAnswers.Item call = new OpenAiAnswers.Item(Optional.empty(), Optional.of("call"), Optional.empty());
        OpenAiAnswers.Item thought = new OpenAiAnswers.Item(Optional.empty(), Optional.empty(), Optional.of("hm"));
        return Stream.of(
                row(OpenAiAnswers.response("completed", null, thought, OpenAiAnswers.text("42")), FINE),
                row(OpenAiAnswers.response("completed", null, call), FINE),
                row(OpenAiAnswers.response("completed", null, thought), "MALFORMED"),
                row(OpenAiAnswers.response("completed", null), "MALFORMED"),
                row(OpenAiAnswers.response("queued", null), FINE),
                row(OpenAiAnswers.response("completed", null, OpenAiAnswers.refusal("I cannot")), "REFUSED"),
                row(OpenAiAnswers.response("incomplete", "content_filter"), "REFUSED"),
                row(OpenAiAnswers.response("incomplete", "max_output_tokens", OpenAiAnswers.text("4")), FINE),
                row(OpenAiAnswers.response("failed", null), "UNAVAILABLE"),
                row(OpenAiAnswers.failed("rate_limit_exceeded"), "RATE_LIMITED"),
                row(OpenAiAnswers.failed("a code of next year"), "UNKNOWN"));
    }

    static Stream<Arguments> anthropic() {
        return Stream.of(
                row(message("end_turn", AnthropicAnswers.thinking(), AnthropicAnswers.text("42")), FINE),
                row(message("max_tokens", AnthropicAnswers.text("4")), FINE),
                row(message("tool_use", AnthropicAnswers.text(""), AnthropicAnswers.toolUse()), FINE),
                row(message(null, AnthropicAnswers.text("42")), FINE),
                row(message("refusal", AnthropicAnswers.text("4")), "REFUSED"),
                row(message("refusal"), "REFUSED"),
                row(message("model_context_window_exceeded", AnthropicAnswers.text("4")), "CONTEXT_TOO_LONG"),
                row(message("end_turn"), "MALFORMED"),
                row(message("end_turn", AnthropicAnswers.text(" ")), "MALFORMED"),
                row(message("max_tokens", AnthropicAnswers.thinking()), "MALFORMED"));
    }

    static Stream<Arguments> langChain4j() {
        return Stream.of(
                row(response(FinishReason.STOP, "42"), FINE),
                row(response(null, "42"), FINE),
                row(response(FinishReason.OTHER, "42"), FINE),
                row(response(FinishReason.LENGTH, "4"), FINE),
                row(response(FinishReason.TOOL_EXECUTION, null, "call"), FINE),
                row(response(FinishReason.STOP, null, "call"), FINE),
                row(response(FinishReason.CONTENT_FILTER, null), "REFUSED"),
                row(response(FinishReason.STOP, null), "MALFORMED"),
                row(response(FinishReason.OTHER, ""), "MALFORMED"),
                row(new LangChain4jAnswers.ChatResponse(null, FinishReason.STOP), "MALFORMED"),
                row(new LangChain4jAnswers.Result<>(new Draft("", "t"), FinishReason.STOP), FINE),
                row(new LangChain4jAnswers.Result<>(List.of(), FinishReason.STOP), FINE),
                row(new LangChain4jAnswers.Result<>("", FinishReason.STOP), "MALFORMED"),
                row(new LangChain4jAnswers.Result<>(new Draft("", "t"), FinishReason.CONTENT_FILTER), "REFUSED"));
    }

    static Stream<Arguments> springAi() {
        return Stream.of(
                row(spring(generation("STOP", "42")), FINE),
                row(spring(generation("LENGTH", "4")), FINE),
                row(spring(generation("TOOL_CALLS", "", "call")), FINE),
                row(spring(generation("end_turn", ""), generation("end_turn", "", "call")), FINE),
                row(spring(generation("CONTENT_FILTER", "4")), "REFUSED"),
                row(spring(SpringAnswers.refusal("I cannot")), "REFUSED"),
                row(spring(generation("STOP", "")), "MALFORMED"),
                row(spring(generation("STOP", null)), "MALFORMED"),
                row(spring(new SpringAnswers.Generation("STOP", null)), "MALFORMED"),
                row(spring(), "MALFORMED"),
                row(new SpringAnswers.ChatClientResponse(spring(), Map.of()), "MALFORMED"),
                row(new SpringAnswers.ChatClientResponse(spring(generation("STOP", "42")), Map.of()), FINE));
    }

    private static SpringAnswers.ChatResponse spring(SpringAnswers.Generation... results) {
        return new SpringAnswers.ChatResponse(results);
    }

    static Stream<Arguments> googleGenAi() {
        return Stream.of(
                row(google("STOP", CloudAnswers.thought("hm"), CloudAnswers.part("42")), FINE),
                row(google("MAX_TOKENS", CloudAnswers.part("4")), FINE),
                row(google("STOP", CloudAnswers.call()), FINE),
                row(google("SAFETY"), "REFUSED"),
                row(google("RECITATION", CloudAnswers.part("4")), "REFUSED"),
                row(google("PROHIBITED_CONTENT"), "REFUSED"),
                row(google("MALFORMED_FUNCTION_CALL"), "MALFORMED"),
                row(google("STOP"), "MALFORMED"),
                row(google("MAX_TOKENS", CloudAnswers.thought("hm")), "MALFORMED"),
                row(blocked("JAILBREAK"), "REFUSED"),
                row(blocked("BLOCKED_REASON_UNSPECIFIED"), "MALFORMED"),
                row(new CloudAnswers.GenerateContentResponse(Optional.of(List.of()), Optional.empty()), "MALFORMED"));
    }

    static Stream<Arguments> bedrock() {
        return Stream.of(
                row(converse("end_turn", new CloudAnswers.Block("42", null, null)), FINE),
                row(converse("tool_use", new CloudAnswers.Block(null, "call", null)), FINE),
                row(converse("end_turn", new CloudAnswers.Block(null, "call", null)), FINE),
                row(converse("max_tokens", new CloudAnswers.Block("4", null, null)), FINE),
                row(converse("content_filtered"), "REFUSED"),
                row(converse("guardrail_intervened", new CloudAnswers.Block("no", null, null)), "REFUSED"),
                row(converse("model_context_window_exceeded"), "CONTEXT_TOO_LONG"),
                row(converse("malformed_model_output"), "MALFORMED"),
                row(converse("malformed_tool_use"), "MALFORMED"),
                row(converse("end_turn"), "MALFORMED"),
                row(converse("end_turn", new CloudAnswers.Block(null, null, "hm")), "MALFORMED"),
                row(new CloudAnswers.ConverseResponse(null, "end_turn"), "MALFORMED"));
    }

    /** What has the same words as an answer, and is none. */
    static Stream<Arguments> others() {
        return Stream.of(
                row("42", FINE),
                row(" ", "MALFORMED"),
                row("{\"error\":\"none\"}", FINE),
                row(42, FINE),
                row(List.of(), FINE),
                row(Map.of("error", "overloaded"), FINE),
                row(new Draft("", ""), FINE),
                row(new Quiz(List.of()), FINE),
                row(new Estimate(0.5, 0.05), FINE),
                row(new Job("failed", "the printer is on fire"), FINE),
                row(new Job("failed", "overloaded_error"), "OVERLOADED"),
                row(new Acting("tool_use", "", "call"), FINE),
                row(new Acting("stop", "", "call"), "MALFORMED"),
                row(new Scored("stop", "42", 0.05), FINE),
                row(new Thrown(new java.net.SocketTimeoutException("x")), "TIMEOUT"));
    }

    record Quiz(List<String> choices) {}

    record Estimate(double value, double error) {}

    record Job(String status, String error) {}

    /** Of a client whose word for the call of a tool is another. */
    record Acting(String stopReason, String text, String action) {}

    record Scored(String finishReason, String text, double error) {}

    record Thrown(Throwable error) {}

    private static Arguments row(Object answer, String failure) {
        return Arguments.of(answer, failure);
    }

    @ParameterizedTest
    @MethodSource({
        "openAi",
        "openAiErrors",
        "openAiResponses",
        "anthropic",
        "langChain4j",
        "springAi",
        "googleGenAi",
        "bedrock",
        "others"
    })
    void what_is_wrong_with_an_answer_is_told_by_whatever_the_client_hands_on(Object answer, String failure) {
        assertThat(String.valueOf(ResponseInspector.ofSdks().inspect(answer))).isEqualTo(failure);
    }

    @Test
    void an_answer_that_was_cut_off_is_malformed_where_it_has_to_be_in_full() {
        Stream<Object> cutOff = Stream.of(
                completion("length", "4"),
                message("max_tokens", AnthropicAnswers.text("4")),
                OpenAiAnswers.response("incomplete", "max_output_tokens", OpenAiAnswers.text("4")),
                response(FinishReason.LENGTH, "4"),
                spring(generation("LENGTH", "4")),
                google("MAX_TOKENS", CloudAnswers.part("4")),
                converse("max_tokens", new CloudAnswers.Block("4", null, null)));

        assertThat(cutOff).allSatisfy(answer -> {
            assertThat(ResponseInspector.ofSdks().inspect(answer)).isNull();
            assertThat(ResponseInspector.ofSdksInFull().inspect(answer)).hasToString("MALFORMED");
        });
        assertThat(ResponseInspector.ofSdksInFull().inspect(completion("stop", "42")))
                .isNull();
        assertThat(ResponseInspector.ofSdksInFull().inspect(completion("content_filter", "4")))
                .hasToString("REFUSED");
    }
}
