package dev.afloat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.time.TimeSource;
import dev.afloat.time.TimedWork;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What an executor throws at the chain is never the caller's. */
class ChainHandOverTest {

    static Stream<Throwable> refusals() {
        return Stream.of(
                new RejectedExecutionException("full"),
                new OutOfMemoryError("unable to create native thread"),
                new IllegalStateException("a broken executor"));
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void a_refused_hand_over_is_saturation_and_the_next_tier_answers(Throwable refusal) {
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .model("model", input -> "model " + input)
                .local("local", input -> "local " + input)
                .workers(refusing(refusal))
                .build()) {
            Result<String> result = chain.execute("x");

            assertThat(result.value()).isEqualTo("local x");
            assertThat(result.reason()).contains(FailureKind.SATURATED);
            Attempt first = result.attempts().get(0);
            assertThat(first.outcome()).isEqualTo(Outcome.SKIPPED);
            assertThat(first.cause()).containsSame(refusal);
            assertThat(chain.health().tier("model").load().inFlight()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("refusals")
    void an_answer_that_cannot_be_told_about_is_served_all_the_same_and_counted(Throwable refusal) {
        List<String> kept = new ArrayList<>();
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .model("model", input -> "model " + input, tier -> tier.withoutTimeLimit())
                .local("local", input -> "local " + input)
                .onAccepted((input, value, context) -> kept.add(value))
                .timeSource(new NothingAside(refusing(refusal)))
                .build()) {
            assertThat(chain.execute("x").value()).isEqualTo("model x");

            assertThat(chain.health().droppedNotifications()).isEqualTo(1);
            assertThat(kept).isEmpty();
        }
    }

    @Test
    void a_listener_of_answers_that_throws_changes_nothing() {
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .model("model", input -> "model " + input, tier -> tier.withoutTimeLimit())
                .local("local", input -> "local " + input)
                .onAccepted((input, value, context) -> {
                    throw new AssertionError("a listener of the user's");
                })
                .timeSource(new NothingAside(Runnable::run))
                .build()) {
            assertThat(chain.execute("x").value()).isEqualTo("model x");
            assertThat(chain.health().droppedNotifications()).isZero();
        }
    }

    private static Executor refusing(Throwable refusal) {
        return task -> {
            if (refusal instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) refusal;
        };
    }

    /** Real time, but what goes aside goes to an executor of the test's. */
    private record NothingAside(Executor aside) implements TimeSource {
        @Override
        public long nanos() {
            return TimeSource.system().nanos();
        }

        @Override
        public Clock clock() {
            return TimeSource.system().clock();
        }

        @Override
        public void await(TimedWork work, Executor workers) throws InterruptedException {
            TimeSource.system().await(work, workers);
        }

        @Override
        public Future<?> schedule(Callable<?> task, long delayNanos, ScheduledExecutorService timer) {
            return TimeSource.system().schedule(task, delayNanos, timer);
        }

        @Override
        public void execute(Runnable task, Executor executor) {
            aside.execute(task);
        }
    }
}
