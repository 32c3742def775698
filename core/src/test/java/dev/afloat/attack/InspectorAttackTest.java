package dev.afloat.attack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.TierSettings;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.Failure;
import dev.afloat.failure.FailureKind;
import dev.afloat.failure.ResponseInspector;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Inspectors and classifiers that misbehave, on real threads. */
@Tag("real-clock")
@Timeout(30)
class InspectorAttackTest {
    private static final String SECRET = "the secret";
    private final List<ChainEvent> events = new java.util.concurrent.CopyOnWriteArrayList<>();

    private FallbackChain<String, String> chain(
            ResponseInspector<String> inspector, Consumer<TierSettings<String, String>> more) {
        return builder("model", tier -> {
                    tier.inspect(inspector)
                            .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(1)));
                    more.accept(tier);
                })
                .local("net", in -> "net")
                .build();
    }

    private FallbackChainBuilder<String, String> builder(String name, Consumer<TierSettings<String, String>> settings) {
        return FallbackChain.<String, String>named("search")
                .listener(events::add)
                .model(name, in -> in, settings);
    }

    private static Result<String> ask(FallbackChain<String, String> chain, boolean async) {
        return async ? chain.executeAsync("in").join() : chain.execute("in");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_stage_is_inspected_on_a_thread_of_ours(boolean async) {
        CompletableFuture<String> stage = new CompletableFuture<>();
        AtomicReference<Thread> inspecting = new AtomicReference<>();
        CountDownLatch called = new CountDownLatch(1);
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .asyncModel(
                        "model",
                        in -> {
                            called.countDown();
                            return stage;
                        },
                        tier -> tier.inspect(answer -> {
                            inspecting.set(Thread.currentThread());
                            return Failure.of(FailureKind.REFUSED);
                        }))
                .local("net", in -> "net")
                .build()) {
            Thread users = new Thread(() -> {
                try {
                    called.await();
                } catch (InterruptedException e) {
                    return;
                }
                stage.complete("answer");
            });
            users.start();

            assertThat(ask(chain, async).reason()).contains(FailureKind.REFUSED);
            assertThat(inspecting.get()).isNotSameAs(users).isNotSameAs(Thread.currentThread());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_error_of_an_inspector_is_as_one_of_the_model(boolean limited) {
        Consumer<TierSettings<String, String>> limit = limited ? tier -> {} : TierSettings::withoutTimeLimit;
        try (FallbackChain<String, String> fatal = chain(
                        answer -> {
                            throw new AssertionError("a defect");
                        },
                        limit);
                FallbackChain<String, String> linkage = chain(
                        answer -> {
                            throw new NoClassDefFoundError("gone");
                        },
                        limit);
                FallbackChain<String, String> fatalAsync = chain(
                        answer -> {
                            throw new AssertionError("a defect");
                        },
                        limit)) {
            assertThatThrownBy(() -> fatal.execute("in"))
                    .isInstanceOf(AssertionError.class)
                    .hasMessage("a defect");
            assertThatThrownBy(() -> fatalAsync.executeAsync("in").join())
                    .isInstanceOf(CompletionException.class)
                    .hasCauseInstanceOf(AssertionError.class);
            assertThat(linkage.execute("in").reason()).contains(FailureKind.UNKNOWN);
            assertThat(Stream.of(fatal, linkage, fatalAsync)
                            .map(chain -> chain.health().tier("model")))
                    .allMatch(tier -> tier.circuit() == CircuitState.OPEN)
                    .allMatch(tier -> tier.load().inFlight() == 0);
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void an_inspector_that_blocks_is_a_timeout_and_is_stopped(boolean async) throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        try (FallbackChain<String, String> chain = chain(
                answer -> {
                    try {
                        new CountDownLatch(1).await();
                    } catch (InterruptedException e) {
                        stopped.countDown();
                    }
                    return null;
                },
                tier -> tier.timeLimit(Duration.ofMillis(100)).acceptOnCheckFailure())) {
            Result<String> result = ask(chain, async);

            assertThat(result.tier()).isEqualTo("net");
            assertThat(result.attempts().get(0).outcome()).isEqualTo(Outcome.TIMEOUT);
            assertThat(stopped.await(10, TimeUnit.SECONDS)).isTrue();
            assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
        }
    }

    @Test
    void an_interrupted_exception_nobody_asked_for_is_an_error_of_the_tier() {
        try (FallbackChain<String, String> chain =
                chain(answer -> InspectorAttackTest.<RuntimeException>sneak(new InterruptedException()), tier -> {})) {
            assertThat(chain.execute("in").attempts().get(0).outcome()).isEqualTo(Outcome.ERROR);
            assertThat(Thread.currentThread().isInterrupted()).isFalse();
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> @Nullable Failure sneak(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @ParameterizedTest
    @ValueSource(strings = {"CANCELLED", "CLOSED", "MISS", "CIRCUIT_OPEN", "SATURATED", "OUT_OF_TIME"})
    void kinds_that_only_we_may_say_cannot_be_said(FailureKind kind) {
        try (FallbackChain<String, String> chain = chain(
                answer -> {
                    throw new IllegalStateException(SECRET);
                },
                tier -> tier.classifier(thrown -> Failure.of(kind)))) {
            assertThat(chain.execute("in").reason()).contains(FailureKind.UNKNOWN);
        }
    }

    private static final class Circle extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public synchronized Throwable getCause() {
            return this;
        }
    }

    private static final class Mute extends RuntimeException {
        private static final long serialVersionUID = 1;

        @Override
        public String getMessage() {
            throw new IllegalStateException("no message");
        }
    }

    static Stream<Supplier<Throwable>> hostile() {
        Exception one = new Exception("one");
        Exception other = new Exception("other", one);
        one.initCause(other);
        return Stream.of(
                () -> one,
                Circle::new,
                Mute::new,
                () -> new CompletionException(null),
                () -> new ExecutionException(null),
                () -> new IllegalStateException((String) null),
                () -> new IllegalStateException(SECRET.repeat(1_000_000)),
                () -> new CompletionException(new CompletionException(null)));
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void hostile_exceptions_fall_through(Supplier<Throwable> thrown) {
        for (boolean async : new boolean[] {true, false}) {
            for (boolean stage : new boolean[] {true, false}) {
                FallbackChainBuilder<String, String> builder =
                        FallbackChain.<String, String>named("search").listener(events::add);
                if (stage) {
                    builder.asyncModel("model", in -> CompletableFuture.failedFuture(thrown.get()));
                } else {
                    builder.model("model", in -> InspectorAttackTest.<RuntimeException>raise(thrown.get()));
                }
                try (FallbackChain<String, String> chain =
                        builder.local("net", in -> "net").build()) {
                    Result<String> result = ask(chain, async);

                    assertThat(result.value()).isEqualTo("net");
                    assertThat(result.reason()).contains(FailureKind.UNKNOWN);
                    assertThat(result.attempts().toString()).doesNotContain(SECRET);
                    assertThat(events.toString()).doesNotContain(SECRET);
                    assertThat(chain.health().toString()).doesNotContain(SECRET);
                }
            }
        }
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> String raise(Throwable thrown) throws E {
        throw (E) thrown;
    }

    @Test
    void a_stage_that_fails_is_classified_on_a_thread_of_ours() {
        AtomicReference<Thread> classifying = new AtomicReference<>();
        CompletableFuture<String> stage = new CompletableFuture<>();
        CountDownLatch called = new CountDownLatch(1);
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .asyncModel(
                        "model",
                        in -> {
                            called.countDown();
                            return stage;
                        },
                        tier -> tier.classifier(thrown -> {
                            classifying.set(Thread.currentThread());
                            return null;
                        }))
                .local("net", in -> "net")
                .build()) {
            CompletableFuture<Result<String>> asked = chain.executeAsync("in");
            Thread users = new Thread(() -> {
                try {
                    called.await();
                } catch (InterruptedException e) {
                    return;
                }
                stage.completeExceptionally(new IllegalStateException());
            });
            users.start();

            assertThat(asked.join().value()).isEqualTo("net");
            assertThat(classifying.get()).isNotNull().isNotSameAs(users);
        }
    }

    @Test
    void an_inspector_is_asked_once_for_each_answer_and_never_for_none() {
        AtomicInteger asked = new AtomicInteger();
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> in.isEmpty() ? null : in,
                        tier -> tier.inspect(answer -> {
                            asked.incrementAndGet();
                            return null;
                        }))
                .local("net", in -> "net")
                .build()) {
            Attempt nothing = chain.execute("").attempts().get(0);
            assertThat(nothing.kind()).contains(FailureKind.MALFORMED);
            assertThat(asked).hasValue(0);
            assertThat(chain.execute("in").tier()).isEqualTo("model");
            assertThat(asked).hasValue(1);
        }
    }
}
