package dev.afloat.failure;

import static dev.afloat.failure.fakes.OpenAiAnswers.completion;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.afloat.failure.fakes.OpenAiAnswers;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ResponseInspectorTest {
    private static final FailureClassifier BUILT_IN = FailureClassifier.builtIn(Clock.systemUTC());

    @Test
    void a_good_answer_that_is_checked_is_handed_back() {
        OpenAiAnswers.ChatCompletion answer = completion("stop", "42");

        assertThat(ResponseInspector.check(answer)).isSameAs(answer);
    }

    @Test
    void a_bad_answer_that_is_checked_fails_the_call_with_what_is_wrong_with_it() {
        Throwable thrown = catchThrowable(() -> ResponseInspector.check(completion("content_filter", "secret")));

        assertThat(thrown)
                .isInstanceOf(FailedResponseException.class)
                .hasMessage("The answer is a failure: REFUSED")
                .hasNoCause();
        assertThat(thrown.getStackTrace()).isEmpty();
        assertThat(BUILT_IN.classify(thrown)).isSameAs(Failure.of(FailureKind.REFUSED));
    }

    @Test
    void an_answer_of_null_that_is_checked_is_malformed() {
        assertThatThrownBy(() -> ResponseInspector.check(null)).hasMessage("The answer is a failure: MALFORMED");
    }

    @Test
    void the_second_inspector_is_asked_where_the_first_finds_nothing() {
        ResponseInspector<OpenAiAnswers.ChatCompletion> both = ResponseInspector.ofSdks()
                .then(answer -> answer.model().equals("gpt") ? Failure.of(FailureKind.BAD_REQUEST) : null);

        assertThat(both.inspect(completion("stop", "42"))).hasToString("BAD_REQUEST");
        assertThat(both.inspect(completion("content_filter", "42"))).hasToString("REFUSED");
    }

    @Test
    void users_throw_any_failure_by_themselves_and_the_classifier_says_exactly_that() {
        Failure failure = Failure.of(FailureKind.OVERLOADED).withStatus(529).withRetryAfter(Duration.ofSeconds(3));
        // Whatever it is wrapped in, and although a cause of it says something else.
        Throwable thrown =
                new CompletionException(new FailedResponseException(failure, new LlmHttpException(429, null, null)));

        assertThat(BUILT_IN.classify(thrown)).isEqualTo(failure).hasToString("OVERLOADED (529) retry after PT3S");
        assertThat(BUILT_IN.classify(new FailedResponseException(
                        Failure.of(FailureKind.OVERLOADED).withRetryAfter(Duration.ofSeconds(3)))))
                .hasToString("OVERLOADED retry after PT3S");
    }

    @ParameterizedTest
    @EnumSource(
            mode = EnumSource.Mode.EXCLUDE,
            names = {"CIRCUIT_OPEN", "SATURATED", "OUT_OF_TIME", "MISS", "CANCELLED", "CLOSED"})
    void every_kind_that_a_call_can_fail_with_can_be_thrown(FailureKind kind) {
        FailedResponseException thrown = new FailedResponseException(Failure.of(kind));

        assertThat(thrown).hasMessage("The answer is a failure: " + kind);
        assertThat(BUILT_IN.classify(thrown)).isSameAs(Failure.of(kind));
    }

    @Test
    void the_exception_tells_the_same_after_serialization() throws Exception {
        Failure failure = Failure.of(FailureKind.RATE_LIMITED).withRetryAfter(Duration.ofSeconds(3));
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(new FailedResponseException(failure));
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            assertThat(((FailedResponseException) in.readObject()).failure()).isEqualTo(failure);
        }
    }
}
