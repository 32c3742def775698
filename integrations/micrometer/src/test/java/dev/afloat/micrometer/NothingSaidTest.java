package dev.afloat.micrometer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainListener;
import dev.afloat.failure.LlmHttpException;
import dev.afloat.failure.QualityFailureException;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.outcome.Outcome;
import dev.afloat.quality.QualityCheck;
import dev.afloat.quality.Verdict;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Personal data in questions, answers, exceptions and bodies of errors: none of it comes out, wherever one looks. In real time, for the threads. */
@Tag("real-clock")
@Timeout(120)
class NothingSaidTest {
    private static final String PERSON = "anna.muster@example.test";

    @RegisterExtension
    final LogLines log = new LogLines();

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final Queue<String> said = new ConcurrentLinkedQueue<>();

    /** A question or an answer that fails whoever makes a text of it. */
    private record Text(String content) {
        @Override
        public String toString() {
            throw new AssertionError("toString() of content");
        }
    }

    /** The ways in which {@code content} can come into the hands of a chain. */
    private enum Leak {
        REJECTED,
        CHECK_THAT_THROWS_A_CODE,
        DOUBTED,
        COUNTED,
        CHECK_THAT_QUOTES,
        CHECK_THAT_QUOTES_AND_IS_OVERRULED,
        CHECK_WITH_AN_ERROR,
        MODEL_THAT_QUOTES,
        CAUSE_THAT_QUOTES,
        BODY_THAT_QUOTES,
        BODY_OF_A_WRONG_KEY,
        BODY_OF_A_SPENT_QUOTA,
        BAD_REQUEST_THAT_QUOTES,
        STACK_OVERFLOW,
        LISTENER_THAT_QUOTES,
        ACCEPTED_LISTENER_THAT_QUOTES;

        void set(FallbackChainBuilder<Text, Text> chain, String content) {
            chain.model("model", question -> answer(content), tier -> check(tier, content));
            if (this == LISTENER_THAT_QUOTES) {
                chain.listener(event -> {
                    throw new IllegalStateException(content);
                });
            } else if (this == ACCEPTED_LISTENER_THAT_QUOTES) {
                chain.onAccepted((question, answer, context) -> {
                    throw new IllegalStateException(content);
                });
            }
        }

        private Text answer(String content) throws Exception {
            String body = "{\"error\":{\"message\":\"Invalid: " + content + "\",\"param\":\"" + content
                    + "\",\"code\":\"" + content + "\",\"type\":\"invalid_request_error\"}}";
            Map<String, List<String>> headers =
                    Map.of("retry-after", List.of(content), "x-request-id", List.of(content));
            switch (this) {
                case MODEL_THAT_QUOTES -> throw new IOException("cannot parse " + content);
                case CAUSE_THAT_QUOTES -> throw new CompletionException(content, new IllegalArgumentException(content));
                case BODY_THAT_QUOTES -> throw new LlmHttpException(500, headers, body);
                case BODY_OF_A_WRONG_KEY -> throw new LlmHttpException(401, headers, body);
                case BODY_OF_A_SPENT_QUOTA ->
                    throw new LlmHttpException(
                            429, headers, body.replace("invalid_request_error", "insufficient_quota"));
                case BAD_REQUEST_THAT_QUOTES -> throw new LlmHttpException(400, headers, body);
                case STACK_OVERFLOW -> throw new StackOverflowError(content);
                default -> {
                    return new Text(content);
                }
            }
        }

        private void check(TierSettings<Text, Text> tier, String content) {
            switch (this) {
                case REJECTED -> tier.check("schema", answer -> false);
                case CHECK_THAT_THROWS_A_CODE ->
                    tier.check((question, answer) -> {
                        throw new QualityFailureException("schema");
                    });
                case DOUBTED -> tier.check((question, answer) -> Verdict.uncertain("schema"));
                case COUNTED -> tier.check((question, answer) -> Verdict.counted("schema"));
                case CHECK_THAT_QUOTES -> tier.check(quoting(content));
                case CHECK_THAT_QUOTES_AND_IS_OVERRULED ->
                    tier.check(quoting(content)).acceptOnCheckFailure();
                case CHECK_WITH_AN_ERROR ->
                    tier.check((question, answer) -> {
                        throw new StackOverflowError(answer.content());
                    });
                default -> {}
            }
        }

        private static QualityCheck<Text, Text> quoting(String content) {
            return (question, answer) -> {
                throw new IllegalArgumentException("$.email does not match the pattern in " + content);
            };
        }
    }

    private FallbackChain<Text, Text> chain(Leak leak, String content, Consumer<FallbackChainBuilder<Text, Text>> end) {
        FallbackChainBuilder<Text, Text> builder = FallbackChain.named("nothing-said");
        leak.set(builder, content);
        builder.lookup("cache", question -> Optional.empty())
                .listener(ChainListener.logging())
                .listener(event -> said.add(event + " " + threads()))
                .listener(event -> {
                    if (event instanceof ChainEvent.Answered answered) {
                        said.add(answered.attempts() + " " + answered.attempt() + " " + answered.requestId());
                    }
                });
        end.accept(builder);
        FallbackChain<Text, Text> chain = builder.build();
        ChainMetrics.bind(chain, registry);
        return chain;
    }

    private static String threads() {
        return Thread.getAllStackTraces().keySet().toString();
    }

    /** Adds what can be read of the chain by whoever operates it. */
    private void look(FallbackChain<Text, Text> chain) {
        said.add(registry.scrape());
        registry.getMeters().forEach(meter -> said.add(Objects.toString(meter.getId())));
        said.add(chain.describe().toString());
        said.add(chain.health().toString());
        said.add(chain.toString());
        said.add(threads());
        said.addAll(log.all());
    }

    @AfterEach
    void nothing_is_said() {
        assertThat(said).hasSizeGreaterThan(5);
        assertThat(String.join("\n", said)).doesNotContain(PERSON, "anna", "4111 1"); // an id may have the digits alone
        assertThat(said).allMatch(text -> text.length() < 100_000);
    }

    @ParameterizedTest
    @EnumSource
    void of_what_was_asked_and_answered_nothing_is_told(Leak leak) {
        String content = "{\"email\":\"" + PERSON + "\",\"age\":\"x\"}";
        for (Form form : Form.values()) {
            try (FallbackChain<Text, Text> chain =
                    chain(leak, content, end -> end.local("rules", question -> new Text("sorry")))) {
                var result = form.ask(chain, new Text(content));
                said.add(result.toString());
                said.add(result.attempts().toString());
                look(chain);
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {
                "DOUBTED",
                "COUNTED",
                "CHECK_THAT_QUOTES_AND_IS_OVERRULED",
                "LISTENER_THAT_QUOTES",
                "ACCEPTED_LISTENER_THAT_QUOTES"
            })
    void neither_does_the_exception_of_requests_that_nobody_answers(Leak leak) {
        for (Form form : Form.values()) {
            try (FallbackChain<Text, Text> chain = chain(leak, PERSON, FallbackChainBuilder::withoutSafetyNet)) {
                Throwable thrown = catchThrowable(() -> form.ask(chain, new Text(PERSON)));
                ChainExhaustedException own = (ChainExhaustedException)
                        requireNonNull(thrown instanceof CompletionException ? thrown.getCause() : thrown);
                said.add(own.toString());
                said.add(own.attempts().toString());
                look(chain);
            }
        }
    }

    /** The model's very exception is the cause, for whoever wants to look into it: it is theirs, and says what they had it say. */
    @ParameterizedTest
    @ValueSource(ints = {1 << 20})
    void a_secret_of_a_megabyte_is_nowhere(int length) {
        String secret = "4111 1111 ".repeat(length / 10);
        for (Leak leak : Leak.values()) {
            for (Form form : Form.values()) {
                try (FallbackChain<Text, Text> chain =
                        chain(leak, secret, end -> end.local("rules", question -> new Text("sorry")))) {
                    var result = form.ask(chain, new Text(secret));
                    said.add(result.toString());
                    said.add(result.attempts().toString());
                    assertThat(result.attempts()).noneMatch(attempt -> attempt.outcome() == Outcome.SKIPPED);
                    look(chain);
                }
            }
        }
    }
}
