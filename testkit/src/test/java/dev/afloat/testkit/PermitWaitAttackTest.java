package dev.afloat.testkit;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.QualityHealth;
import dev.afloat.guard.TierHealth;
import dev.afloat.guard.TierLoad;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waits for a permit, in great number and at their very end. */
@Timeout(60)
class PermitWaitAttackTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    private final VirtualTime time = new VirtualTime();

    private CompletableFuture<String> hang(String input) {
        return new CompletableFuture<>();
    }

    private CompletableFuture<String> ask(String input) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        if (input.equals("first")) {
            time.schedule(Duration.ofMillis(10), () -> answer.complete("model"));
        } else {
            answer.complete("model");
        }
        return answer;
    }

    @Test
    void ten_thousand_that_wait_for_one_permit_get_it_one_after_the_other() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("crowd")
                .timeSource(time)
                .asyncModel(
                        "model",
                        this::ask,
                        tier -> tier.timeLimit(SECOND)
                                .maxConcurrent(1)
                                .maxWait(Duration.ofMillis(900))
                                .withoutCircuitBreaker())
                .local("net", in -> "net")
                .build();
        List<CompletableFuture<Result<String>>> requests = new ArrayList<>();
        requests.add(chain.executeAsync("first"));
        for (int i = 0; i < 10_000; i++) {
            requests.add(chain.executeAsync("next"));
        }

        time.advance(Duration.ofSeconds(5));

        assertThat(requests).allSatisfy(request -> assertThat(request.join()).wasServedBy("model"));
        assertThat(chain.health().tier("model"))
                .isEqualTo(
                        new TierHealth("model", null, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD));
        assertThat(time.scheduled()).isZero();
    }

    @Test
    void a_wait_that_takes_all_of_the_tiers_time_leaves_the_next_tier_what_it_reserved() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("reserve")
                .timeSource(time)
                .within(Duration.ofMillis(1500))
                .asyncModel(
                        "model",
                        this::hang,
                        tier -> tier.timeLimit(SECOND)
                                .maxConcurrent(1)
                                .maxWait(SECOND)
                                .withoutCircuitBreaker())
                .model(
                        "small",
                        in -> "small",
                        tier -> tier.timeLimit(Duration.ofMillis(500)).minimumTime(Duration.ofMillis(500)))
                .local("net", in -> "net")
                .build();
        CompletableFuture<Result<String>> inside = chain.executeAsync("inside");
        time.advance(Duration.ofMillis(500));

        CompletableFuture<Result<String>> waits = chain.executeAsync("waits");
        time.advance(Duration.ofSeconds(2));

        assertThat(inside.join()).wasServedBy("small");
        assertThat(waits.join()).wasServedBy("small");
    }

    @Test
    void a_wait_that_nobody_asked_for_does_not_take_a_short_deadline_from_the_next_model() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("short")
                .timeSource(time)
                .asyncModel("model", this::hang, tier -> tier.maxConcurrent(1))
                .model("small", in -> "small", tier -> {})
                .local("net", in -> "net")
                .build();
        CompletableFuture<Result<String>> inside = chain.executeAsync("inside");

        Result<String> result = chain.execute("waits", Deadline.after(Duration.ofMillis(200), time));

        assertThat(inside).isNotDone();
        assertThat(result).wasServedBy("small");
    }

    private CompletableFuture<String> failFirst(String input) {
        CompletableFuture<String> answer = new CompletableFuture<>();
        if (input.equals("fails")) {
            answer.completeExceptionally(new IllegalStateException("down"));
        } else {
            time.schedule(Duration.ofMillis(10), () -> answer.complete("model"));
        }
        return answer;
    }

    @Test
    void who_waits_behind_a_probe_that_succeeds_is_not_refused_by_the_breaker_it_closes() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("probe")
                .timeSource(time)
                .asyncModel(
                        "model",
                        this::failFirst,
                        tier -> tier.timeLimit(SECOND)
                                .maxConcurrent(1)
                                .maxWait(Duration.ofMillis(500))
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, SECOND)))
                .local("net", in -> "net")
                .build();
        CompletableFuture<Result<String>> opens = chain.executeAsync("fails");
        assertThat(opens.join()).wasServedBy("net");
        time.advance(SECOND.plusMillis(1));

        List<CompletableFuture<Result<String>>> requests = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            requests.add(chain.executeAsync("probe"));
        }
        time.advance(SECOND);

        assertThat(requests).allSatisfy(request -> assertThat(request.join()).wasServedBy("model"));
    }

    @Test
    void a_listener_does_not_see_the_flag_of_an_interrupted_thread_that_cancels_a_wait() {
        List<Boolean> flags = new ArrayList<>();
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("flag")
                .timeSource(time)
                .asyncModel("model", this::hang, tier -> tier.timeLimit(SECOND).maxConcurrent(1))
                .local("net", in -> "net")
                .listener(event -> flags.add(Thread.currentThread().isInterrupted()))
                .build();
        CompletableFuture<Result<String>> inside = chain.executeAsync("inside");
        CompletableFuture<Result<String>> waits = chain.executeAsync("waits");

        Thread.currentThread().interrupt();
        waits.cancel(true);

        assertThat(Thread.interrupted()).as("the flag is restored").isTrue();
        assertThat(flags).containsExactly(false);
        assertThat(inside).isNotDone();
    }
}
