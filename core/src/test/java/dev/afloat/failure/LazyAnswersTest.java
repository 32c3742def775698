package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.afloat.failure.fakes.OpenAi;
import dev.afloat.failure.fakes.jackson.JsonParseException;
import java.io.InterruptedIOException;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.util.AbstractList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers that are read only when somebody asks for a part of them, and then cannot be. */
class LazyAnswersTest {
    private static final FailureClassifier BUILT_IN = FailureClassifier.builtIn(Clock.systemUTC());

    /** Each accessor does what it is told to. */
    public static final class Lazy {
        private final Callable<Object> choices;
        private final Callable<Object> reason;
        private final Callable<Object> content;

        Lazy(Callable<Object> choices, Callable<Object> reason, Callable<Object> content) {
            this.choices = choices;
            this.reason = reason;
            this.content = content;
        }

        public Object choices() throws Exception {
            return choices.call();
        }

        public String model() {
            return "gpt";
        }

        public Object finishReason() throws Exception {
            return reason.call();
        }

        public Message message() {
            return new Message(content);
        }
    }

    public static final class Message {
        private final Callable<Object> content;

        Message(Callable<Object> content) {
            this.content = content;
        }

        public Optional<?> content() throws Exception {
            return Optional.ofNullable(content.call());
        }
    }

    private static Lazy withoutChoices(Exception thrown) {
        return new Lazy(
                () -> {
                    throw thrown;
                },
                () -> "stop",
                () -> "42");
    }

    private static Object withFirst(Callable<Object> reason, Callable<Object> content) {
        return new Lazy(() -> List.of(new Lazy(List::of, reason, content)), () -> "stop", () -> "42");
    }

    static Stream<Arguments> thrown() {
        return Stream.of(
                Arguments.of(new OpenAi.OpenAIInvalidDataException("`choices` is not set", null), "MALFORMED"),
                Arguments.of(new JsonParseException("Unexpected character", null), "MALFORMED"),
                Arguments.of(
                        new OpenAi.OpenAIInvalidDataException("x", new InterruptedIOException("timeout")), "TIMEOUT"),
                Arguments.of(new SocketTimeoutException("x"), "TIMEOUT"),
                Arguments.of(new java.io.IOException("closed"), "UNAVAILABLE"),
                Arguments.of(new LlmHttpException(529, null, null), "OVERLOADED (529)"),
                Arguments.of(new NullPointerException("x"), "MALFORMED"),
                Arguments.of(new ClassCastException("x"), "MALFORMED"),
                Arguments.of(new IllegalStateException("secret"), "MALFORMED"));
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void choices_that_cannot_be_read_are_what_the_client_threw(Exception thrown, String failure) {
        Throwable raised = catchThrowable(() -> ResponseInspector.ofSdks().inspect(withoutChoices(thrown)));

        assertThat(BUILT_IN.classify(raised)).hasToString(failure);
        assertThat(raised == thrown || raised.getCause() == thrown)
                .as("the tier's own classifier sees what was thrown: %s", raised)
                .isTrue();
        assertThat(raised == thrown ? "" : raised.getMessage()).doesNotContain("secret");
    }

    @ParameterizedTest
    @MethodSource("thrown")
    void content_that_cannot_be_read_is_what_the_client_threw(Exception thrown, String failure) {
        Object answer = withFirst(() -> "stop", () -> {
            throw thrown;
        });

        assertThat(BUILT_IN.classify(
                        catchThrowable(() -> ResponseInspector.ofSdks().inspect(answer))))
                .hasToString(failure);
    }

    @Test
    void a_list_that_is_read_when_it_is_gone_through_is_no_different() {
        List<Object> list = new AbstractList<>() {
            @Override
            public Object get(int index) {
                throw new OpenAi.OpenAIInvalidDataException("x", null);
            }

            @Override
            public int size() {
                return 1;
            }
        };

        assertThatThrownBy(() -> ResponseInspector.ofSdks().inspect(new Lazy(() -> list, () -> "stop", () -> "42")))
                .isInstanceOf(OpenAi.OpenAIInvalidDataException.class);
        assertThatThrownBy(() -> ResponseInspector.ofSdks().inspect(withFirst(() -> "stop", () -> list)))
                .isInstanceOf(OpenAi.OpenAIInvalidDataException.class);
    }

    @Test
    void a_reason_that_cannot_be_read_is_none_since_some_servers_never_send_one() {
        Callable<Object> unreadable = () -> {
            throw new OpenAi.OpenAIInvalidDataException("`finish_reason` is null", null);
        };

        assertThat(ResponseInspector.ofSdks().inspect(withFirst(unreadable, () -> "42")))
                .isNull();
        assertThat(ResponseInspector.ofSdks().inspect(withFirst(unreadable, () -> " ")))
                .hasToString("MALFORMED");
    }

    @Test
    void an_answer_that_was_refused_need_not_be_readable() {
        Object answer = withFirst(() -> "content_filter", () -> {
            throw new OpenAi.OpenAIInvalidDataException("`content` is null", null);
        });

        assertThat(ResponseInspector.ofSdks().inspect(answer)).hasToString("REFUSED");
    }

    @Test
    void what_cannot_be_read_besides_content_does_not_matter() {
        List<Object> besides = List.of("42", new Message(() -> {
            throw new IllegalStateException();
        }));

        assertThat(ResponseInspector.ofSdks().inspect(withFirst(() -> "stop", () -> besides)))
                .isNull();
    }

    @Test
    void an_interrupt_stays_an_interrupt() {
        InterruptedException interrupt = new InterruptedException();

        assertThatThrownBy(() -> ResponseInspector.ofSdks().inspect(withoutChoices(interrupt)))
                .isSameAs(interrupt);
    }

    @Test
    void an_error_stays_an_error() {
        AssertionError error = new AssertionError();
        Callable<Object> broken = () -> {
            throw error;
        };

        assertThatThrownBy(() -> ResponseInspector.ofSdks().inspect(new Lazy(broken, () -> "stop", () -> "42")))
                .isSameAs(error);
        assertThatThrownBy(() -> ResponseInspector.ofSdks().inspect(withFirst(() -> "stop", broken)))
                .isSameAs(error);
        List<Object> besides = List.of("42", new Message(broken));
        assertThatThrownBy(() -> ResponseInspector.ofSdks().inspect(withFirst(() -> "stop", () -> besides)))
                .isSameAs(error);
    }
}
