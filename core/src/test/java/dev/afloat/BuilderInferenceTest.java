package dev.afloat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.call.CallContext;
import dev.afloat.call.Hit;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** That this compiles is the test: method references of real clients, overloaded ones too, need no help to infer. */
class BuilderInferenceTest {

    /** The overloads of LangChain4j's {@code ChatModel.chat}. */
    interface Chat {
        String chat(String text);

        Answer chat(Question question);

        Answer chat(Message... messages);

        Answer chat(List<Message> messages);
    }

    record Question(String text) {}

    record Answer(String text) {}

    record Message(String text) {}

    static final class EchoChat implements Chat {
        @Override
        public String chat(String text) {
            return text;
        }

        @Override
        public Answer chat(Question question) {
            return new Answer(question.text());
        }

        @Override
        public Answer chat(Message... messages) {
            return new Answer("many");
        }

        @Override
        public Answer chat(List<Message> messages) {
            return new Answer("list");
        }
    }

    static class Asking {
        String ask(String text) throws IOException {
            return text;
        }

        String ask(String text, int times) {
            return text.repeat(times);
        }

        String askWith(String text, CallContext context) throws InterruptedException {
            return text + context.tier();
        }

        static String shout(Object anything) throws Exception {
            return anything + "!";
        }
    }

    record Product(String name) {}

    @SuppressWarnings("NonApiType") // a subtype of the answer, to be inferred
    static class Catalog {
        ArrayList<Product> search(CharSequence text) {
            return new ArrayList<>(List.of(new Product(text.toString())));
        }

        Optional<ArrayList<Product>> cached(String text) throws IOException {
            return Optional.empty();
        }

        Optional<Hit<ArrayList<Product>>> aged(Object text) {
            return Optional.empty();
        }

        CompletableFuture<Optional<Hit<ArrayList<Product>>>> agedLater(Object text) {
            return CompletableFuture.completedFuture(aged(text));
        }
    }

    private final Chat chat = new EchoChat();
    private final Asking asking = new Asking();
    private final Catalog catalog = new Catalog();

    @Test
    void overloads_of_chat_by_input_and_output() {
        try (FallbackChain<String, String> texts = FallbackChain.<String, String>named("texts")
                        .model("chat", chat::chat)
                        .model("chat-set", chat::chat, tier -> tier.timeLimit(Duration.ofSeconds(20)))
                        .local("echo", chat::chat)
                        .build();
                FallbackChain<Question, Answer> questions = FallbackChain.<Question, Answer>named("questions")
                        .model(
                                "chat",
                                chat::chat,
                                tier -> tier.withoutTimeLimit()
                                        .check(
                                                "not-empty",
                                                answer -> !answer.text().isEmpty()))
                        .local("none", question -> new Answer(""))
                        .build();
                FallbackChain<Message[], Answer> arrays = FallbackChain.<Message[], Answer>named("arrays")
                        .local("chat", chat::chat)
                        .build();
                FallbackChain<List<Message>, Answer> lists = FallbackChain.<List<Message>, Answer>named("lists")
                        .local("chat", chat::chat)
                        .build()) {
            assertThat(texts.execute("hello").value()).isEqualTo("hello");
            assertThat(questions.execute(new Question("hello")).value()).isEqualTo(new Answer("hello"));
            assertThat(arrays.execute(new Message[0]).value()).isEqualTo(new Answer("many"));
            assertThat(lists.execute(List.of()).value()).isEqualTo(new Answer("list"));
        }
    }

    @Test
    void overloads_by_number_of_arguments_and_checked_exceptions() {
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("asking")
                .model("ask", asking::ask, tier -> tier.withoutTimeLimit())
                .modelWithContext("with-context", asking::askWith)
                .modelWithContext("with-context-set", asking::askWith, tier -> tier.withoutCircuitBreaker())
                .asyncModelWithContext(
                        "later", (text, context) -> CompletableFuture.completedFuture(context.tier() + text))
                .asyncModelWithContext(
                        "later-set",
                        (text, context) -> CompletableFuture.completedFuture(text),
                        tier -> tier.ownsStage())
                .agedLocal("kept", text -> new Hit<>(text, Duration.ZERO, true))
                .agedLocal("kept-set", text -> new Hit<>(text, Duration.ZERO, true), tier -> tier.equivalent())
                .local("shout", Asking::shout)
                .build()) {
            assertThat(chain.execute("hello").value()).isEqualTo("hello");
        }
    }

    @Test
    void generic_answers_subtypes_and_lookups() {
        try (FallbackChain<String, List<Product>> chain = FallbackChain.<String, List<Product>>named("products")
                .lookup("cached", catalog::cached)
                .lookup("cached-set", catalog::cached, tier -> tier.equivalent())
                .agedLookup("aged", catalog::aged)
                .agedLookup("aged-set", catalog::aged, tier -> tier.freshOnly())
                .asyncAgedLookup("later", catalog::agedLater)
                .asyncAgedLookup("later-set", catalog::agedLater, tier -> tier.ownsStage())
                .asyncAgedLookup("later-lambda", text -> CompletableFuture.completedFuture(Optional.empty()))
                .localIfAble("able", catalog::cached)
                .localIfAble("able-set", catalog::cached, tier -> tier.check("any", products -> !products.isEmpty()))
                .lookup("lambda", text -> text.isEmpty() ? Optional.of(List.of()) : Optional.empty())
                .agedLookup(
                        "aged-lambda",
                        text -> Optional.of(text)
                                .filter(String::isEmpty)
                                .map(empty -> new Hit<>(List.of(new Product(empty)), Duration.ZERO, true)))
                .local("keyword", catalog::search, tier -> tier.check("some", products -> products.size() == 1))
                .withoutSafetyNet()
                .build()) {
            assertThat(chain.execute("shoes").value()).containsExactly(new Product("shoes"));
            assertThat(chain.execute("shoes").attempts()).hasSize(12);
        }
    }

    @Test
    void lambdas_and_constructors() {
        try (FallbackChain<String, Answer> chain = FallbackChain.<String, Answer>named("answers")
                .model("lambda", text -> new Answer(text), tier -> tier.withoutTimeLimit())
                .model("throws", text -> {
                    throw new IOException(text);
                })
                .local("constructor", Answer::new)
                .onAccepted((text, answer, context) -> assertThat(answer.text()).isEqualTo(text))
                .build()) {
            assertThat(chain.execute("hello").value()).isEqualTo(new Answer("hello"));
        }
    }
}
