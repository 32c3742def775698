package dev.afloat.testkit.http;

import org.jspecify.annotations.Nullable;

/**
 * An answer with status 200, good or not.
 *
 * @param text what the model says; null for nothing
 * @param refusal why it would not; null if it would
 * @param end why it stopped
 * @param empty whether the list that should hold the answer is empty
 */
record Answer(@Nullable String text, @Nullable String refusal, End end, boolean empty) implements Content {

    enum End {
        STOP("stop", "end_turn"),
        LENGTH("length", "max_tokens"),
        /** Anthropic tells no difference between these two. */
        FILTER("content_filter", "refusal"),
        REFUSAL("stop", "refusal");

        private final String openAi;
        private final String anthropic;

        End(String openAi, String anthropic) {
            this.openAi = openAi;
            this.anthropic = anthropic;
        }
    }

    static Answer of(String text) {
        return new Answer(text, null, End.STOP, false);
    }

    @Override
    public Response in(Dialect dialect, RetryHint hint) {
        return Response.json(200, dialect == Dialect.OPEN_AI ? openAi() : anthropic());
    }

    private String openAi() {
        String choice = """
                {"index":0,"message":{"role":"assistant","content":%s,"refusal":%s},"logprobs":null,"finish_reason":"%s"}""".formatted(Json.text(text), Json.text(refusal), end.openAi);
        return """
                {"id":"chatcmpl-fault","object":"chat.completion","created":1767225600,"model":"fault-model","choices":[%s],\
                "usage":{"prompt_tokens":9,"completion_tokens":12,"total_tokens":21}}""".formatted(empty ? "" : choice);
    }

    private String anthropic() {
        String block = """
                {"type":"text","text":%s}""".formatted(Json.text(text));
        return """
                {"id":"msg_fault","type":"message","role":"assistant","model":"fault-model","content":[%s],"stop_reason":"%s",\
                "stop_sequence":null,"usage":{"input_tokens":9,"output_tokens":12}}""".formatted(empty || text == null ? "" : block, end.anthropic);
    }
}
