package dev.afloat;

import static dev.afloat.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.event.CircuitState;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.guard.QualityHealth;
import dev.afloat.guard.TierHealth;
import dev.afloat.guard.TierLoad;
import dev.afloat.outcome.Result;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A cancellation meets an answer, a failure, a hand-over, the other of two tiers: whichever wins, nothing is lost or left. */
@Tag("real-clock")
@Timeout(120)
class CancelRaceTest {
    private static final int ROUNDS = 3_000;

    private final AtomicInteger inside = new AtomicInteger();
    private final AtomicInteger most = new AtomicInteger();

    private String model(int pause) throws Exception {
        most.accumulateAndGet(inside.incrementAndGet(), Math::max);
        try {
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(1 + pause));
            if (pause % 3 == 0) {
                throw new IOException("down");
            }
            return "answer";
        } finally {
            inside.decrementAndGet();
        }
    }

    @Test
    void whoever_wins_nothing_is_lost_or_left() throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2);
        int cancelled = 0;
        try (FallbackChain<Integer, String> chain = FallbackChain.<Integer, String>named("race")
                .model("first", this::model, tier -> settings(tier))
                .model("second", this::model, tier -> settings(tier))
                .local("net", in -> "net")
                .build()) {
            for (int i = 0; i < ROUNDS; i++) {
                CompletableFuture<Result<String>> future = chain.executeAsync(i % 100_000);
                CompletableFuture<Boolean> cancellation = CompletableFuture.supplyAsync(() -> {
                    meet(barrier);
                    LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(60_000));
                    return future.cancel(true);
                });
                meet(barrier);
                boolean won = cancellation.get(30, TimeUnit.SECONDS);

                assertThat(future).isDone();
                assertThat(future.isCancelled()).isEqualTo(won);
                cancelled += won ? 1 : 0;
            }

            TierHealth first = new TierHealth(
                    "first", CircuitState.CLOSED, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD);
            eventually("permits are back", () -> chain.health().tier("first").equals(first));
            eventually(
                    "permits are back",
                    () -> chain.health().tier("second").load().inFlight() == 0);
            eventually("no limit is watched", () -> chain.threads().scheduled() == 0);
            eventually("no call is left", () -> chain.threads().inFlight() == 0);
        }
        assertThat(cancelled).as("or nothing raced").isBetween(1, ROUNDS - 1);
        assertThat(most.get()).as("calls at once").isLessThanOrEqualTo(8);
    }

    private static void settings(TierSettings<Integer, String> tier) {
        tier.timeLimit(Duration.ofMinutes(1))
                .maxConcurrent(4)
                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1_000, Duration.ofMinutes(5)));
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }
}
