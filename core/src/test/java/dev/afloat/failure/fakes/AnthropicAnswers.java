package dev.afloat.failure.fakes;

import java.util.List;
import java.util.Optional;

/** Answers shaped like those of anthropic-java: a list of blocks, each of one kind out of many. */
public final class AnthropicAnswers {
    private AnthropicAnswers() {}

    public record TextBlock(String text) {}

    public record ContentBlock(Optional<TextBlock> text, Optional<Object> thinking, Optional<Object> toolUse) {}

    public record Message(List<ContentBlock> content, Optional<OpenAiAnswers.FinishReason> stopReason) {}

    public static Message message(String reason, ContentBlock... content) {
        return new Message(List.of(content), Optional.ofNullable(reason).map(OpenAiAnswers.FinishReason::new));
    }

    public static ContentBlock text(String text) {
        return new ContentBlock(Optional.of(new TextBlock(text)), Optional.empty(), Optional.empty());
    }

    public static ContentBlock thinking() {
        return new ContentBlock(Optional.empty(), Optional.of(new Object()), Optional.empty());
    }

    public static ContentBlock toolUse() {
        return new ContentBlock(Optional.empty(), Optional.empty(), Optional.of(new Object()));
    }
}
