package dev.afloat.failure.fakes;

import java.util.List;
import java.util.Optional;

/** Answers shaped like those of google-genai and of Bedrock's Converse. */
public final class CloudAnswers {
    private CloudAnswers() {}

    public record Part(Optional<String> text, Optional<Boolean> thought, Optional<Object> functionCall) {}

    public record Content(Optional<List<Part>> parts) {
        /** The client puts all parts together, and complains in its log of those without a text. */
        public String text() {
            throw new AssertionError("copied");
        }
    }

    public record Candidate(Optional<Content> content, Optional<OpenAiAnswers.FinishReason> finishReason) {}

    public record PromptFeedback(Optional<OpenAiAnswers.FinishReason> blockReason) {}

    public record GenerateContentResponse(
            Optional<List<Candidate>> candidates, Optional<PromptFeedback> promptFeedback) {}

    public static GenerateContentResponse google(String reason, Part... parts) {
        Candidate candidate = new Candidate(
                parts.length == 0 ? Optional.empty() : Optional.of(new Content(Optional.of(List.of(parts)))),
                Optional.ofNullable(reason).map(OpenAiAnswers.FinishReason::new));
        return new GenerateContentResponse(Optional.of(List.of(candidate)), Optional.empty());
    }

    public static GenerateContentResponse blocked(String reason) {
        return new GenerateContentResponse(
                Optional.empty(), Optional.of(new PromptFeedback(Optional.of(new OpenAiAnswers.FinishReason(reason)))));
    }

    public static Part part(String text) {
        return new Part(Optional.of(text), Optional.empty(), Optional.empty());
    }

    public static Part thought(String text) {
        return new Part(Optional.of(text), Optional.of(true), Optional.empty());
    }

    public static Part call() {
        return new Part(Optional.empty(), Optional.empty(), Optional.of(new Object()));
    }

    public enum StopReason {
        END_TURN,
        UNKNOWN_TO_SDK_VERSION
    }

    public record Block(String text, Object toolUse, Object reasoningContent) {}

    public record Message(List<Block> content) {}

    public record Output(Message message) {}

    public record ConverseResponse(Output output, String stopReasonAsString) {
        /** The constant for a word that this version of the client does not know. */
        public StopReason stopReason() {
            return StopReason.UNKNOWN_TO_SDK_VERSION;
        }
    }

    public static ConverseResponse converse(String reason, Block... content) {
        return new ConverseResponse(new Output(new Message(List.of(content))), reason);
    }
}
