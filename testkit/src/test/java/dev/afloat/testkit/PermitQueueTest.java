package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.afloat.FallbackChain;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Many that wait for a permit, and waits that leave little time. */
class PermitQueueTest {
    private static final Duration LIMIT = Duration.ofMillis(800);
    private final VirtualTime time = new VirtualTime();

    private CompletionStage<String> later(String millis) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        long wait = Long.parseLong(millis);
        if (wait == 0) {
            return CompletableFuture.completedFuture("model");
        }
        time.schedule(Duration.ofMillis(wait), () -> answer.complete("model"));
        return answer;
    }

    @ParameterizedTest
    @ValueSource(ints = {100, 300, 1000, 5000})
    void many_waiters_that_are_done_at_once_are_all_answered_by_the_model(int waiters) {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("deep")
                .timeSource(time)
                .asyncModel("model", this::later, tier -> tier.timeLimit(LIMIT).maxConcurrent(1))
                .local("net", in -> "net")
                .build();
        List<CompletableFuture<Result<String>>> all = new ArrayList<>();
        all.add(chain.executeAsync("100"));
        for (int i = 0; i < waiters; i++) {
            all.add(chain.executeAsync("0"));
        }
        Throwable thrown = catchThrowable(() -> time.advance(Duration.ofSeconds(2)));

        long byModel = all.stream()
                .filter(f -> f.isDone()
                        && !f.isCompletedExceptionally()
                        && f.join().tier().equals("model"))
                .count();
        long failed =
                all.stream().filter(CompletableFuture::isCompletedExceptionally).count();
        long pending = all.stream().filter(f -> !f.isDone()).count();
        assertThat("thrown " + (thrown == null ? null : thrown.getClass()) + ", by model " + byModel + ", failed "
                        + failed
                        + ", pending " + pending + ", permits taken "
                        + chain.health().tier("model").load().inFlight() + ", waiting "
                        + chain.health().tier("model").load().waiting() + ", timers " + time.scheduled())
                .isEqualTo("thrown null, by model " + (waiters + 1)
                        + ", failed 0, pending 0, permits taken 0, waiting 0, timers 0");
    }

    @Test
    void a_wait_as_long_as_the_limit_does_not_blame_the_tier() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("long")
                .timeSource(time)
                .asyncModel(
                        "model",
                        this::later,
                        tier -> tier.timeLimit(LIMIT).maxConcurrent(1).maxWait(Duration.ofSeconds(5)))
                .local("net", in -> "net")
                .build();
        for (int i = 0; i < 5; i++) {
            CompletableFuture<Result<String>> first = chain.executeAsync("791");
            time.advance(Duration.ofMillis(1));
            CompletableFuture<Result<String>> second = chain.executeAsync("50");
            time.advance(Duration.ofMillis(900));
            assertThat(first.join().tier()).isEqualTo("model");
            Attempt attempt = second.join().attempts().get(0);
            assertThat(attempt.kind()).as("it had 10 ms of 800").contains(FailureKind.OUT_OF_TIME);
        }
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
    }

    @Test
    void a_wait_leaves_time_for_a_call_when_the_budget_is_short() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("short")
                .timeSource(time)
                .asyncModel("model", this::later, tier -> tier.timeLimit(LIMIT).maxConcurrent(1))
                .model("second", in -> "second")
                .local("net", in -> "net")
                .build();
        CompletableFuture<Result<String>> first = chain.executeAsync("700");
        CompletableFuture<Result<String>> second =
                chain.executeAsync("10", Deadline.after(Duration.ofMillis(150), time));
        time.advance(Duration.ofSeconds(1));
        assertThat(first.join().tier()).isEqualTo("model");
        assertThat(second.join().attempts())
                .extracting(Attempt::toString)
                .containsExactly("model SKIPPED SATURATED after 50 ms", "second SUCCESS after 0 ms");
    }

    @Test
    void a_call_inside_a_call_of_its_own_tier_does_not_wait_for_itself_for_ever() {
        List<FallbackChain<String, String>> self = new ArrayList<>();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .timeSource(time)
                .model(
                        "model",
                        in -> in.isEmpty() ? self.get(0).execute("again").tier() : in,
                        tier -> tier.timeLimit(LIMIT).maxConcurrent(1))
                .local("net", in -> "net")
                .build();
        self.add(chain);

        assertThat(chain.execute("").value()).isEqualTo("net");
        assertThat(time.elapsed()).as("the default: a third of the limit").isEqualTo(LIMIT.dividedBy(3));
    }
}
