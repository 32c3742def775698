package dev.afloat.failure;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.fakes.Hostile;
import java.io.ByteArrayInputStream;
import java.net.SocketTimeoutException;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Nothing that an exception does, or holds, makes the built-in classifier fail or take long. */
@Timeout(30)
class HostileExceptionsTest {
    private static Failure classify(Throwable thrown) {
        return Objects.requireNonNull(
                FailureClassifier.builtIn(Clock.systemUTC()).classify(thrown));
    }

    static Stream<Supplier<Object>> badAnswers() {
        return Stream.of(
                () -> {
                    throw new IllegalStateException("closed");
                },
                () -> {
                    throw new NoClassDefFoundError("com/example/Gone");
                },
                () -> {
                    throw new StackOverflowError();
                },
                () -> null,
                () -> "",
                () -> "\u0000\uD800",
                () -> "x".repeat(10_000_000),
                () -> new byte[10_000_000],
                () -> new ByteArrayInputStream(new byte[1]),
                Object::new,
                () -> Integer.MIN_VALUE,
                () -> 429_000_000_429L,
                () -> Double.NaN,
                Hostile.BrokenMap::new,
                () -> Map.of(1, 2, "Retry-After", List.of()),
                () -> Map.of("Retry-After", new Object()),
                () -> Map.of("Retry-After", "x".repeat(10_000_000)),
                () -> Stream.iterate(1, i -> i + 1),
                Hostile.Recursive::new);
    }

    @ParameterizedTest
    @MethodSource("badAnswers")
    void accessors_that_misbehave_leave_what_the_others_said(Supplier<Object> rest) {
        assertThat(classify(new Hostile.Limited(rest))).hasToString("RATE_LIMITED (429)");
    }

    @Test
    void a_body_that_is_read_as_a_stream_is_left_alone() throws Exception {
        ByteArrayInputStream stream = new ByteArrayInputStream(new byte[] {1, 2, 3});

        classify(new Hostile.Limited(() -> stream));

        assertThat(stream.available()).isEqualTo(3);
    }

    @Test
    void circles_come_to_an_end() {
        RuntimeException first = new RuntimeException();
        RuntimeException second = new RuntimeException(first);
        first.initCause(second);

        assertThat(classify(first).kind()).isEqualTo(FailureKind.UNKNOWN);
        assertThat(CauseChain.of(first)).containsExactly(first, second);
        assertThat(classify(new Hostile.Recursive()).kind()).isEqualTo(FailureKind.UNKNOWN);
    }

    @Test
    void a_very_deep_chain_of_causes_is_looked_at_from_the_outside() {
        Throwable shallow = new SocketTimeoutException();
        Throwable deep = new SocketTimeoutException();
        for (int i = 1; i < 10_000; i++) {
            deep = new CompletionException("x", deep);
            if (i < CauseChain.DEEPEST) {
                shallow = new CompletionException("x", shallow);
            }
        }

        assertThat(classify(shallow).kind()).isEqualTo(FailureKind.TIMEOUT);
        assertThat(classify(deep).kind()).isEqualTo(FailureKind.UNKNOWN);
    }

    @Test
    void a_cause_or_message_that_cannot_be_had_is_none() {
        assertThat(classify(new Hostile.BrokenCause()).kind()).isEqualTo(FailureKind.UNKNOWN);
        assertThat(classify(new CompletionException(null, null)).kind()).isEqualTo(FailureKind.UNKNOWN);
        assertThat(classify(new LlmHttpException(400, null, null)).kind()).isEqualTo(FailureKind.BAD_REQUEST);
    }

    @Test
    void a_class_that_is_not_public_is_read_where_its_module_is_open() {
        assertThat(classify(Hostile.hidden())).hasToString("RATE_LIMITED (429)");
    }

    @Test
    void only_public_methods_of_an_object_that_return_something_are_accessors() {
        Hostile.Lookalike lookalike = new Hostile.Lookalike();

        assertThat(classify(lookalike).kind()).isEqualTo(FailureKind.UNKNOWN);
        assertThat(lookalike.called()).isFalse();
    }

    @Test
    void what_a_failure_does_not_need_is_not_read() {
        AtomicInteger reads = new AtomicInteger();
        RuntimeException denied = new RuntimeException() {
            private static final long serialVersionUID = 1L;

            @SuppressWarnings({"unused", "EffectivelyPrivate"}) // by reflection
            public int statusCode() {
                return 401;
            }

            @SuppressWarnings({"unused", "EffectivelyPrivate"}) // by reflection
            public String body() {
                reads.incrementAndGet();
                return "";
            }

            @SuppressWarnings({"unused", "EffectivelyPrivate"}) // by reflection
            public Map<String, String> headers() {
                reads.incrementAndGet();
                return Map.of();
            }
        };

        assertThat(classify(denied)).hasToString("MISCONFIGURED (401)");
        assertThat(reads).hasValue(0);
    }

    /** Texts that would be slow to search for anything that backtracks. */
    @Test
    @Tag("real-clock")
    void long_texts_of_half_matches_are_searched_in_bounded_time() {
        for (String part : List.of(
                "try again in ",
                "\"code\":",
                "retryDelay\":\"",
                "quotaid\":\"a",
                "message: ",
                "wait for about ",
                "1")) {
            String text = part.repeat(10_000_000 / part.length());
            long start = System.nanoTime();
            for (int status : new int[] {400, 429, 500, 503, 200}) {
                classify(new LlmHttpException(status, Map.of("Retry-After", List.of(text)), text));
            }
            assertThat(Duration.ofNanos(System.nanoTime() - start)).as(part).isLessThan(Duration.ofSeconds(5));
        }
    }

    @Test
    void nothing_of_a_text_is_in_what_is_said() {
        Failure failure = classify(new RuntimeException(
                "secret", new LlmHttpException(429, Map.of("x", List.of("secret")), "secret, try again in 5s")));

        assertThat(failure).hasToString("RATE_LIMITED (429) retry after PT5S");
        assertThat(classify(new TimeoutException("secret")).toString()).doesNotContain("secret");
    }
}
