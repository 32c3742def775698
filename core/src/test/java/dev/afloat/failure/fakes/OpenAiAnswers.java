package dev.afloat.failure.fakes;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Answers shaped like those of openai-java: open enums, optional fields, what has no accessor in a map of JSON values. */
public final class OpenAiAnswers {
    private OpenAiAnswers() {}

    /** An enum that takes values it has never heard of. */
    public static final class FinishReason {
        private final String value;

        public FinishReason(String value) {
            this.value = value;
        }

        public String value() {
            return value;
        }

        @Override
        public String toString() {
            return value;
        }
    }

    public record JsonValue(Object value) {
        @SuppressWarnings("unchecked") // as the client has it: one class for whatever JSON there is
        public Optional<Map<String, JsonValue>> asObject() {
            return value instanceof Map ? Optional.of((Map<String, JsonValue>) value) : Optional.empty();
        }

        public Optional<String> asString() {
            return value instanceof String text ? Optional.of(text) : Optional.empty();
        }
    }

    public record Message(Optional<String> content, Optional<String> refusal, Optional<List<Object>> toolCalls) {}

    public record Choice(FinishReason finishReason, Message message) {}

    public record ChatCompletion(List<Choice> choices, String model, Map<String, JsonValue> _additionalProperties) {}

    public static ChatCompletion completion(String reason, String content) {
        return completion(reason, new Message(Optional.ofNullable(content), Optional.empty(), Optional.empty()));
    }

    public static ChatCompletion completion(String reason, Message message) {
        return new ChatCompletion(List.of(new Choice(new FinishReason(reason), message)), "gpt", Map.of());
    }

    /** What a body is read as that has an error, and no choices. */
    public static final class Erroneous {
        private final JsonValue error;

        public Erroneous(Object error) {
            this.error = new JsonValue(error);
        }

        public List<Choice> choices() {
            throw new OpenAi.OpenAIInvalidDataException("`choices` is not set", null);
        }

        public String model() {
            throw new OpenAi.OpenAIInvalidDataException("`model` is not set", null);
        }

        public Map<String, JsonValue> _additionalProperties() {
            return Map.of("error", error);
        }
    }

    public record Part(Optional<OutputText> outputText, Optional<OutputRefusal> refusal) {}

    public record OutputText(String text) {}

    public record OutputRefusal(String refusal) {}

    public record OutputMessage(List<Part> content) {}

    public record Item(Optional<OutputMessage> message, Optional<Object> functionCall, Optional<Object> reasoning) {}

    public record IncompleteDetails(Optional<FinishReason> reason) {}

    public record ResponseError(FinishReason code, String message) {}

    public record TextConfig(Optional<String> verbosity) {}

    /** Of the API of responses. Its text is a setting. */
    public record Response(
            Optional<FinishReason> status,
            Optional<ResponseError> error,
            Optional<IncompleteDetails> incompleteDetails,
            List<Item> output,
            Optional<TextConfig> text) {}

    public static Response response(String status, String incomplete, Item... output) {
        return new Response(
                Optional.of(new FinishReason(status)),
                Optional.empty(),
                Optional.ofNullable(incomplete)
                        .map(reason -> new IncompleteDetails(Optional.of(new FinishReason(reason)))),
                List.of(output),
                Optional.of(new TextConfig(Optional.of("low"))));
    }

    public static Response failed(String code) {
        return new Response(
                Optional.of(new FinishReason("failed")),
                Optional.of(new ResponseError(new FinishReason(code), "The model was overloaded.")),
                Optional.empty(),
                List.of(),
                Optional.empty());
    }

    public static Item text(String text) {
        return item(new Part(Optional.of(new OutputText(text)), Optional.empty()));
    }

    public static Item refusal(String text) {
        return item(new Part(Optional.empty(), Optional.of(new OutputRefusal(text))));
    }

    private static Item item(Part part) {
        return new Item(Optional.of(new OutputMessage(List.of(part))), Optional.empty(), Optional.empty());
    }
}
