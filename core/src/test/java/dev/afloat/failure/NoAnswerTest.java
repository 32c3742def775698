package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.fakes.Clients;
import dev.afloat.failure.fakes.Cloud;
import dev.afloat.failure.fakes.GoogleGenAi;
import dev.afloat.failure.fakes.LangChain4j;
import dev.afloat.failure.fakes.OpenAi;
import dev.afloat.failure.fakes.Spring;
import dev.afloat.failure.fakes.gson.JsonSyntaxException;
import dev.afloat.failure.fakes.jackson.JsonParseException;
import dev.afloat.failure.fakes.jackson.StreamReadException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.UndeclaredThrowableException;
import java.net.ConnectException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.MalformedInputException;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import java.util.zip.ZipException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What went wrong without an answer that has a status. */
class NoAnswerTest {
    private static FailureKind kind(Throwable thrown) {
        Failure failure = Objects.requireNonNull(
                FailureClassifier.builtIn(Clock.systemUTC()).classify(thrown));
        assertThat(failure).as("nothing more is known").isSameAs(Failure.of(failure.kind()));
        return failure.kind();
    }

    private static InterruptedIOException callTimeout() {
        InterruptedIOException timeout = new InterruptedIOException("timeout");
        timeout.initCause(new SocketException("Socket closed"));
        return timeout;
    }

    static Stream<Throwable> timeouts() {
        return Stream.of(
                new TimeoutException(),
                new SocketTimeoutException(),
                new HttpTimeoutException("slow"),
                new HttpConnectTimeoutException("slow"),
                new CompletionException(new TimeoutException()),
                new CompletionException(new ExecutionException(new SocketTimeoutException())),
                new UncheckedIOException(new SocketTimeoutException()),
                new InvocationTargetException(new TimeoutException()),
                new UndeclaredThrowableException(new TimeoutException()),
                new Spring.ReactiveException(new TimeoutException()),
                new Spring.ResourceAccessException(new HttpTimeoutException("Request cancelled")),
                new OpenAi.OpenAIIoException(callTimeout()),
                new OpenAi.OpenAIInvalidDataException("Error reading response", callTimeout()),
                new JsonParseException("body read", callTimeout()),
                new GoogleGenAi.GenAiIOException("failed", callTimeout()),
                new LangChain4j.TimeoutException(new HttpTimeoutException("request timed out")),
                new Cloud.ApiCallTimeoutException(),
                new Clients.ConnectTimeoutException(),
                new Clients.ReadTimeoutException());
    }

    @ParameterizedTest
    @MethodSource("timeouts")
    void a_timeout_is_one_however_it_is_wrapped(Throwable thrown) {
        assertThat(kind(thrown)).isEqualTo(FailureKind.TIMEOUT);
    }

    static Stream<Throwable> unreadable() {
        return Stream.of(
                new JsonParseException("Unexpected character", null),
                new StreamReadException("Unexpected character"),
                new RuntimeException(new JsonParseException("x", null)),
                new OpenAi.OpenAIInvalidDataException("Error reading response", new JsonParseException("x", null)),
                new OpenAi.OpenAIInvalidDataException("`choices` is not set", null),
                new GoogleGenAi.GenAiIOException("Failed to parse the JSON string.", new JsonParseException("x", null)),
                new JsonSyntaxException(new EOFException("End of input at line 1 column 12")),
                new Spring.RestClientException(
                        "x", new Spring.HttpMessageNotReadableException(new StreamReadException("x"))),
                new Spring.UnknownContentTypeException(),
                new Cloud.SdkClientException("x", new UncheckedIOException(new JsonParseException("x", null))),
                new UncheckedIOException(new MalformedInputException(1)),
                new ZipException("Not in GZIP format"));
    }

    @ParameterizedTest
    @MethodSource("unreadable")
    void an_answer_that_cannot_be_read_is_malformed_though_the_exception_be_an_io_exception(Throwable thrown) {
        assertThat(kind(thrown)).isEqualTo(FailureKind.MALFORMED);
    }

    static Stream<Throwable> connections() {
        return Stream.of(
                new ConnectException("Connection refused"),
                new UnknownHostException("nowhere"),
                new UnresolvedAddressException(),
                new RuntimeException(new ConnectException(null)),
                new SSLHandshakeException("PKIX path building failed"),
                new ClosedChannelException(),
                new IOException("HTTP/1.1 header parser received no bytes", new EOFException()),
                new OpenAi.OpenAIIoException(new SocketException("Connection reset")),
                new OpenAi.OpenAIInvalidDataException("x", new ProtocolException("unexpected end of stream")),
                new JsonParseException("x", new SocketException("Connection reset")),
                new Spring.WebClientResponseException(
                        200, java.util.Map.of(), new IOException(new SocketException("reset"))),
                new Spring.RestClientException("Error while extracting response", new IOException("closed")),
                new InterruptedIOException("interrupted"),
                new Clients.NoHttpResponseException(),
                new Clients.PrematureCloseException());
    }

    @ParameterizedTest
    @MethodSource("connections")
    void a_broken_connection_is_unavailable(Throwable thrown) {
        assertThat(kind(thrown)).isEqualTo(FailureKind.UNAVAILABLE);
    }

    static Stream<Throwable> unknowns() {
        return Stream.of(
                new IllegalStateException("timeout 429 overloaded"),
                new IllegalArgumentException(),
                new NullPointerException("of the application"),
                new CompletionException("without a cause", null),
                new InterruptedException(),
                new CancellationException(),
                new Exception("insufficient_quota"),
                new GoogleGenAi.GenAiIOException("{\"code\": \"content_filter\", \"status\": \"429\"}", null),
                new AssertionError(new TimeoutException()),
                new StackOverflowError(),
                new NoClassDefFoundError("com/example/Client"));
    }

    @ParameterizedTest
    @MethodSource("unknowns")
    void what_says_nothing_about_a_provider_is_unknown_whatever_its_text(Throwable thrown) {
        assertThat(kind(thrown)).isEqualTo(FailureKind.UNKNOWN);
    }

    @Test
    void a_client_that_falls_over_its_own_answer_got_a_malformed_one() {
        NullPointerException inClient = new NullPointerException();
        inClient.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("java.util.Objects", "requireNonNull", "Objects.java", 1),
            new StackTraceElement("dev.langchain4j.model.anthropic.AnthropicChatModel", "chat", "x", 1)
        });
        NullPointerException inApplication = new NullPointerException();
        inApplication.setStackTrace(new StackTraceElement[] {
            new StackTraceElement("com.example.Search", "answer", "x", 1),
            new StackTraceElement("dev.langchain4j.model.anthropic.AnthropicChatModel", "chat", "x", 1)
        });

        assertThat(kind(new RuntimeException(inClient))).isEqualTo(FailureKind.MALFORMED);
        assertThat(kind(inApplication)).isEqualTo(FailureKind.UNKNOWN);
    }

    @Test
    void a_subclass_with_a_name_of_its_own_is_what_its_parent_is() {
        assertThat(kind(new LangChain4j.ContentFilteredException("x", null) {
                    private static final long serialVersionUID = 1L;
                }))
                .isEqualTo(FailureKind.REFUSED);
        assertThat(kind(new SocketTimeoutException() {
                    private static final long serialVersionUID = 1L;
                }))
                .isEqualTo(FailureKind.TIMEOUT);
    }

    @Test
    void a_quality_failure_is_found_below_wrappers() {
        assertThat(kind(new QualityFailureException("x"))).isEqualTo(FailureKind.QUALITY);
        assertThat(kind(new CompletionException(new QualityFailureException("x"))))
                .isEqualTo(FailureKind.QUALITY);
    }

    @Test
    void suppressed_exceptions_are_the_history_of_retries_and_do_not_count() {
        RuntimeException last = new RuntimeException("gave up");
        last.addSuppressed(new SocketTimeoutException());
        last.addSuppressed(new LlmHttpException(429, null, null));

        assertThat(kind(last)).isEqualTo(FailureKind.UNKNOWN);
    }
}
