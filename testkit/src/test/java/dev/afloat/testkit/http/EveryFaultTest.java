package dev.afloat.testkit.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.afloat.FallbackChain;
import dev.afloat.failure.FailedResponseException;
import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.ResponseInspector;
import dev.afloat.guard.TierHealth;
import dev.afloat.outcome.Result;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A chain whose model is called with the JDK's client, as written by hand, against everything that can go wrong at the other end. */
@Tag("real-clock")
@Timeout(120)
class EveryFaultTest {
    private static final Duration LIMIT = Duration.ofSeconds(2);
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    private final FaultServer server = FaultServer.start();

    @AfterEach
    void close() {
        server.close();
    }

    private FallbackChain<String, String> chain(URI uri) {
        return FallbackChain.<String, String>named("every-fault")
                .model("model", question -> ask(uri, question), tier -> tier.timeLimit(LIMIT))
                .local("net", question -> "net")
                .build();
    }

    private static String ask(URI uri, String question) throws IOException, InterruptedException {
        HttpResponse<String> response = CLIENT.send(
                Caller.request(uri, "{\"prompt\":\"" + question + "\"}").build(), HttpResponse.BodyHandlers.ofString());
        return answer(ResponseInspector.check(response).body());
    }

    private static String answer(String body) {
        Object json;
        try {
            json = JsonText.parse(body);
        } catch (IllegalArgumentException e) {
            throw new FailedResponseException(Failure.of(FailureKind.MALFORMED), e);
        }
        Object choice = JsonText.at(json, "choices", 0);
        Object reason = choice == null ? JsonText.at(json, "stop_reason") : JsonText.at(choice, "finish_reason");
        Object text =
                choice == null ? JsonText.at(json, "content", 0, "text") : JsonText.at(choice, "message", "content");
        boolean refused = JsonText.at(choice, "message", "refusal") != null
                || List.of("content_filter", "refusal").contains(String.valueOf(reason));
        if (refused || text == null) {
            throw new FailedResponseException(Failure.of(refused ? FailureKind.REFUSED : FailureKind.MALFORMED));
        }
        return text.toString();
    }

    static Stream<Arguments> faults() {
        return Stream.of(
                arguments(Fault.rateLimited(), FailureKind.RATE_LIMITED),
                arguments(Fault.quotaExhausted(), FailureKind.QUOTA_EXHAUSTED),
                arguments(Fault.serverError(), FailureKind.UNAVAILABLE),
                arguments(Fault.badGateway(), FailureKind.UNAVAILABLE),
                arguments(Fault.unavailable(), FailureKind.OVERLOADED),
                arguments(Fault.gatewayTimeout(), FailureKind.TIMEOUT),
                arguments(Fault.overloaded(), FailureKind.OVERLOADED),
                arguments(Fault.unauthorized(), FailureKind.MISCONFIGURED),
                arguments(Fault.forbidden(), FailureKind.MISCONFIGURED),
                arguments(Fault.modelNotFound(), FailureKind.MISCONFIGURED),
                arguments(Fault.badRequest(), FailureKind.BAD_REQUEST),
                arguments(Fault.contextTooLong(), FailureKind.CONTEXT_TOO_LONG),
                arguments(Fault.promptFiltered(), FailureKind.REFUSED),
                arguments(Fault.answerFiltered(), FailureKind.REFUSED),
                arguments(Fault.refused(), FailureKind.REFUSED),
                arguments(Fault.cutOff(), null),
                arguments(Fault.noChoices(), FailureKind.MALFORMED),
                arguments(Fault.emptyObject(), FailureKind.MALFORMED),
                arguments(Fault.emptyBody(), FailureKind.MALFORMED),
                arguments(Fault.notJson(), FailureKind.MALFORMED),
                arguments(Fault.truncatedJson(), FailureKind.MALFORMED),
                arguments(Fault.errorWithStatus200(), FailureKind.UNAVAILABLE),
                arguments(Fault.reset(), FailureKind.UNAVAILABLE),
                arguments(Fault.closeBeforeHeaders(), FailureKind.UNAVAILABLE),
                arguments(Fault.closeBeforeBody(), FailureKind.UNAVAILABLE),
                arguments(Fault.closeInBody(), FailureKind.UNAVAILABLE),
                arguments(Fault.none(), null));
    }

    @ParameterizedTest
    @MethodSource("faults")
    void has_its_kind_and_the_local_tier_answers(Fault fault, @Nullable FailureKind kind) {
        for (URI uri : List.of(server.openAi("/chat/completions"), server.anthropic("/v1/messages"))) {
            server.otherwise(fault); // a client may ask again when its connection was broken
            try (FallbackChain<String, String> chain = chain(uri)) {
                Result<String> result = chain.execute("question");

                assertThat(result.reason().orElse(null))
                        .as("%s by %s: %s", fault, uri, result.attempts())
                        .isEqualTo(kind);
                assertThat(result.tier()).isEqualTo(kind == null ? "model" : "net");
                assertThat(result.latency()).isLessThan(LIMIT.multipliedBy(5));
            }
        }
    }

    static Stream<Fault> hangs() {
        return Stream.of(Fault.hangBeforeHeaders(), Fault.stallInBody(), Fault.trickle(Duration.ofSeconds(1)));
    }

    @ParameterizedTest
    @MethodSource("hangs")
    void a_server_that_hangs_is_given_up_and_its_connection_closed(Fault fault) {
        server.otherwise(fault);
        try (FallbackChain<String, String> chain = chain(server.openAi("/chat/completions"))) {
            Result<String> result = chain.execute("question");

            assertThat(result.value()).isEqualTo("net");
            assertThat(result.reason()).contains(FailureKind.TIMEOUT);
            assertThat(result.latency()).isBetween(LIMIT, LIMIT.multipliedBy(5));
            assertThat(server.awaitAborted(1, Caller.PATIENCE)).hasSize(1);
        }
    }

    static Stream<RetryHint> hints() {
        Duration wait = Duration.ofSeconds(60);
        return Stream.of(
                RetryHint.seconds(wait),
                RetryHint.fraction(wait),
                RetryHint.date(Instant.now().plus(wait)),
                RetryHint.millis(wait),
                RetryHint.openAiReset(wait),
                RetryHint.anthropicReset(Instant.now().plus(wait)),
                RetryHint.retryInfo(wait),
                RetryHint.sentence(wait));
    }

    @ParameterizedTest
    @MethodSource("hints")
    void a_wait_in_any_form_is_obeyed(RetryHint hint) {
        server.next(Fault.rateLimited().with(hint));
        try (FallbackChain<String, String> chain = chain(server.openAi("/chat/completions"))) {
            assertThat(chain.execute("question").reason()).contains(FailureKind.RATE_LIMITED);
            assertThat(chain.execute("question").reason()).contains(FailureKind.RATE_LIMITED);

            TierHealth health = chain.health().tier("model");
            assertThat(health.held()).isEqualTo(FailureKind.RATE_LIMITED);
            assertThat(health.heldFor()).isBetween(Duration.ofSeconds(25), Duration.ofSeconds(61));
            assertThat(server.requests()).hasSize(1);
        }
    }

    static Stream<RetryHint> nonsense() {
        return Stream.of(
                RetryHint.none(),
                RetryHint.garbage(),
                RetryHint.header("Retry-After", "-5"),
                RetryHint.header("Retry-After", "0"),
                RetryHint.header("Retry-After", "Tue, 01 Jan 1980 00:00:00 GMT"));
    }

    @ParameterizedTest
    @MethodSource("nonsense")
    void without_a_usable_wait_the_first_one_is_short(RetryHint hint) {
        server.next(Fault.rateLimited().with(hint));
        try (FallbackChain<String, String> chain = chain(server.openAi("/chat/completions"))) {
            assertThat(chain.execute("question").reason()).contains(FailureKind.RATE_LIMITED);

            assertThat(chain.health().tier("model").heldFor())
                    .isGreaterThan(Duration.ZERO)
                    .isLessThanOrEqualTo(Duration.ofSeconds(2));
        }
    }

    @ParameterizedTest
    @MethodSource("absurd")
    void an_absurd_wait_is_cut(RetryHint hint) {
        server.next(Fault.rateLimited().with(hint));
        try (FallbackChain<String, String> chain = chain(server.openAi("/chat/completions"))) {
            assertThat(chain.execute("question").reason()).contains(FailureKind.RATE_LIMITED);

            assertThat(chain.health().tier("model").heldFor()).isBetween(Duration.ofMinutes(4), Duration.ofMinutes(5));
        }
    }

    static Stream<RetryHint> absurd() {
        return Stream.of(
                RetryHint.header("Retry-After", "99999999999999"),
                RetryHint.date(Instant.now().plus(Duration.ofDays(3650))),
                RetryHint.header("retry-after-ms", "999999999999999"));
    }

    @ParameterizedTest
    @MethodSource("hangs")
    void an_answer_after_a_fault_is_served_again(Fault fault) {
        server.next(fault);
        try (FallbackChain<String, String> chain = chain(server.openAi("/chat/completions"))) {
            assertThat(chain.execute("question").tier()).isEqualTo("net");

            assertThat(chain.execute("question").value()).isEqualTo(Fault.ANSWER);
            assertThat(server.requests()).hasSize(2);
        }
    }
}
