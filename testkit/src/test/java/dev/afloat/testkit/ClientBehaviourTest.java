package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.afloat.FallbackChain;
import dev.afloat.call.ModelCall;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.AsyncScenario.Form;
import dev.afloat.time.Deadline;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What clients of models do inside a tier: retry, time out by themselves, throw one exception for ever. */
class ClientBehaviourTest {
    private static final Duration LIMIT = Duration.ofMillis(400);

    private final VirtualTime time = new VirtualTime();
    private int attempts;

    private FallbackChain<String, String> chain(ModelCall<String, String> model) {
        return FallbackChain.<String, String>named("search")
                .within(Duration.ofSeconds(1))
                .model(
                        "model",
                        model,
                        tier -> tier.timeLimit(LIMIT)
                                .circuitBreaker(CircuitBreakerConfig.custom()
                                        .slidingWindowSize(2)
                                        .minimumNumberOfCalls(2)
                                        .build()))
                .local("net", in -> "net")
                .timeSource(time)
                .build();
    }

    private static Result<String> ask(FallbackChain<String, String> chain, Form form) {
        return form == Form.SYNC
                ? chain.execute("in")
                : chain.executeAsync("in").join();
    }

    private String retryThrice(String in) throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            attempts++;
            time.pause(Duration.ofMillis(300));
        }
        return in;
    }

    /** failsafe#234 */
    @ParameterizedTest
    @EnumSource
    void retries_inside_a_tier_do_not_multiply_its_limit_and_count_once(Form form) {
        FallbackChain<String, String> chain = chain(this::retryThrice);

        Result<String> result = ask(chain, form);

        AfloatAssertions.assertThat(result)
                .wasServedBy("net")
                .isDegradedBy(FailureKind.TIMEOUT)
                .hasLatency(LIMIT);
        assertThat(attempts).as("none begins after the limit").isEqualTo(2);
        assertThat(chain.health().tier("model").circuit())
                .as("one outcome of the two that it needs to open")
                .isEqualTo(CircuitState.CLOSED);
        ask(chain, form);
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
    }

    @ParameterizedTest
    @EnumSource
    void nor_does_a_retry_begin_after_the_deadline_of_the_chain(Form form) {
        FallbackChain<String, String> chain = chain(this::retryThrice);
        Deadline deadline = Deadline.after(Duration.ofMillis(250), time);

        Result<String> result = form == Form.SYNC
                ? chain.execute("in", deadline)
                : chain.executeAsync("in", deadline).join();
        time.advance(Duration.ofSeconds(9));

        AfloatAssertions.assertThat(result)
                .wasServedBy("net")
                .isDegradedBy(FailureKind.OUT_OF_TIME)
                .hasLatency(Duration.ofMillis(250));
        assertThat(attempts).isEqualTo(1);
    }

    static Stream<Exception> timeouts() {
        return Stream.of(
                new TimeoutException("of the client's"),
                new HttpTimeoutException("of the client's"),
                new SocketTimeoutException("of the client's"),
                new CompletionException(new TimeoutException("of the client's")),
                new CompletionException(new ExecutionException(new SocketTimeoutException("of the client's"))),
                new UncheckedIOException(new SocketTimeoutException("of the client's")));
    }

    @ParameterizedTest
    @MethodSource("timeouts")
    void a_timeout_of_the_clients_is_an_error_of_the_kind_timeout_however_it_is_wrapped(Exception timeout) {
        for (Form form : Form.values()) {
            Result<String> result = ask(
                    chain(in -> {
                        throw timeout;
                    }),
                    form);

            AfloatAssertions.assertThat(result)
                    .isDegradedBy(FailureKind.TIMEOUT)
                    .hasAttempt("model", Outcome.ERROR)
                    .hasLatency(Duration.ZERO);
            assertThat(result.attempts().get(0).cause()).containsSame(timeout);
        }
    }

    /** resilience4j#907 */
    @ParameterizedTest
    @EnumSource
    void an_answer_that_is_there_already_meets_the_shortest_limit(Form form) {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .asyncModel("model", CompletableFuture::completedFuture, tier -> tier.timeLimit(Duration.ofNanos(1)))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        assertThat(ask(chain, form).value()).isEqualTo("in");
    }

    /** Polly#1877 */
    @Test
    void one_exception_thrown_a_hundred_thousand_times_gathers_nothing() {
        IOException cached = new IOException("down");
        IOException other = new IOException("down as well");
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> {
                            throw cached;
                        },
                        tier -> tier.withoutCircuitBreaker())
                .model("second", in -> {
                    throw other;
                })
                .withoutSafetyNet()
                .timeSource(time)
                .build();

        for (int i = 0; i < 100_000; i++) {
            ChainExhaustedException thrown =
                    catchThrowableOfType(ChainExhaustedException.class, () -> chain.execute("in"));
            assertThat(Objects.requireNonNull(thrown).getCause() == cached).isTrue();
        }

        assertThat(cached).hasNoCause().hasNoSuppressedExceptions();
        assertThat(other).hasNoCause().hasNoSuppressedExceptions();
        assertThat(cached.getStackTrace()).hasSizeLessThan(200);
    }
}
