package dev.afloat.failure.fakes;

import java.util.List;

/** Answers shaped like those of LangChain4j: nulls for what is not there. */
public final class LangChain4jAnswers {
    private LangChain4jAnswers() {}

    public enum FinishReason {
        STOP,
        LENGTH,
        TOOL_EXECUTION,
        CONTENT_FILTER,
        OTHER
    }

    public record AiMessage(String text, String thinking, List<String> toolExecutionRequests) {}

    public record ChatResponse(AiMessage aiMessage, FinishReason finishReason) {}

    /** Of the services, whose content is whatever the user asked for. */
    public record Result<T>(T content, FinishReason finishReason) {}

    public static ChatResponse response(FinishReason reason, String text, String... tools) {
        return new ChatResponse(new AiMessage(text, "hm", List.of(tools)), reason);
    }
}
