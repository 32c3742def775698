package dev.afloat.failure.fakes;

import java.util.List;
import java.util.Map;

/** Answers shaped like those of Spring AI: getters, a first result of null if there are none, refusals among the metadata. */
public final class SpringAnswers {
    private SpringAnswers() {}

    public static final class AssistantMessage {
        private final String text;
        private final Map<String, Object> metadata;
        private final List<String> toolCalls;

        public AssistantMessage(String text, Map<String, Object> metadata, List<String> toolCalls) {
            this.text = text;
            this.metadata = metadata;
            this.toolCalls = toolCalls;
        }

        public String getText() {
            return text;
        }

        public Map<String, Object> getMetadata() {
            return metadata;
        }

        public List<String> getToolCalls() {
            return toolCalls;
        }
    }

    public static final class GenerationMetadata {
        private final String reason;

        GenerationMetadata(String reason) {
            this.reason = reason;
        }

        public String getFinishReason() {
            return reason;
        }
    }

    public static final class Generation {
        private final String reason;
        private final AssistantMessage output;

        public Generation(String reason, AssistantMessage output) {
            this.reason = reason;
            this.output = output;
        }

        public AssistantMessage getOutput() {
            return output;
        }

        public GenerationMetadata getMetadata() {
            return new GenerationMetadata(reason);
        }
    }

    public static final class ChatResponse {
        private final List<Generation> results;

        public ChatResponse(Generation... results) {
            this.results = List.of(results);
        }

        public List<Generation> getResults() {
            return results;
        }

        public Generation getResult() {
            return results.isEmpty() ? null : results.get(0);
        }

        public Map<String, Object> getMetadata() {
            return Map.of();
        }
    }

    public record ChatClientResponse(ChatResponse chatResponse, Map<String, Object> context) {}

    public static Generation generation(String reason, String text, String... tools) {
        return new Generation(reason, new AssistantMessage(text, Map.of("refusal", ""), List.of(tools)));
    }

    public static Generation refusal(String words) {
        return new Generation("STOP", new AssistantMessage(null, Map.of("refusal", words), List.of()));
    }
}
