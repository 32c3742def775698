package dev.afloat;

import static dev.afloat.Eventually.eventually;
import static dev.afloat.Eventually.opens;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.FailureKind;
import dev.afloat.guard.QualityHealth;
import dev.afloat.guard.TierHealth;
import dev.afloat.guard.TierLoad;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Waiting for a permit on real threads. What is exact about it is tested in virtual time. */
@Tag("real-clock")
@Timeout(120)
class PermitWaitTest {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch leave = new CountDownLatch(1);
    private final AtomicInteger lowerTiers = new AtomicInteger();

    private final FallbackChain<String, String> chain = FallbackChain.<String, String>named("waiting")
            .model(
                    "model",
                    in -> {
                        entered.countDown();
                        leave.await();
                        return in;
                    },
                    tier -> tier.timeLimit(Duration.ofMinutes(5))
                            .maxConcurrent(1)
                            .maxWait(Duration.ofMinutes(4))
                            .withoutCircuitBreaker())
            .local("net", in -> "net " + lowerTiers.incrementAndGet())
            .build();

    private final AtomicBoolean flag = new AtomicBoolean();
    private final CompletableFuture<Result<String>> second = new CompletableFuture<>();

    @AfterEach
    void close() {
        leave.countDown();
        chain.close();
    }

    private CompletableFuture<Result<String>> occupy() throws Exception {
        CompletableFuture<Result<String>> inside = chain.executeAsync("first");
        opens("the model runs", entered);
        return inside;
    }

    private Thread waiter() {
        Thread thread = new Thread(() -> {
            try {
                second.complete(chain.execute("second"));
            } catch (Throwable e) {
                flag.set(Thread.currentThread().isInterrupted());
                second.completeExceptionally(e);
            }
        });
        thread.setDaemon(true);
        thread.start();
        eventually("it waits", () -> chain.health().tier("model").load().waiting() == 1);
        return thread;
    }

    private void assertNothingLeft() {
        TierHealth quiet = new TierHealth("model", null, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD);
        eventually("permits are back", () -> chain.health().tier("model").equals(quiet));
        eventually("nothing is in flight", () -> chain.threads().inFlight() == 0);
        assertThat(lowerTiers).hasValue(0);
    }

    @Test
    void the_end_of_one_call_lets_in_the_next() throws Exception {
        CompletableFuture<Result<String>> inside = occupy();
        waiter();

        leave.countDown();

        assertThat(inside.get(60, TimeUnit.SECONDS).value()).isEqualTo("first");
        assertThat(second.get(60, TimeUnit.SECONDS).value()).isEqualTo("second");
        assertNothingLeft();
    }

    @Test
    void an_interrupted_waiter_stops_at_once_with_its_flag_set() throws Exception {
        CompletableFuture<Result<String>> inside = occupy();
        Thread waiter = waiter();

        waiter.interrupt();

        assertThat(second)
                .failsWithin(Duration.ofSeconds(60))
                .withThrowableThat()
                .havingCause()
                .isInstanceOf(ChainCancelledException.class);
        assertThat(flag).isTrue();
        assertThat(chain.health().tier("model").load().waiting()).isZero();
        leave.countDown();
        assertThat(inside.get(60, TimeUnit.SECONDS).value()).isEqualTo("first");
        assertNothingLeft();
    }

    @Test
    void closing_the_chain_ends_waits_of_both_forms() throws Exception {
        CompletableFuture<Result<String>> inside = occupy();
        waiter();
        CompletableFuture<Result<String>> third = chain.executeAsync("third");

        chain.close();

        for (CompletableFuture<Result<String>> future : List.of(inside, second, third)) {
            assertThat(future)
                    .failsWithin(Duration.ofSeconds(60))
                    .withThrowableThat()
                    .havingCause()
                    .isInstanceOf(ChainClosedException.class);
        }
        assertNothingLeft();
        assertThat(chain.threads().scheduled()).isZero();
    }

    @Test
    void waits_that_are_over_do_not_stay_in_the_queue() throws Exception {
        CountDownLatch leave = new CountDownLatch(1);
        CountDownLatch entered = new CountDownLatch(1);
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("queue")
                .model(
                        "model",
                        in -> {
                            entered.countDown();
                            leave.await();
                            return in;
                        },
                        tier -> tier.timeLimit(Duration.ofMinutes(5))
                                .maxConcurrent(1)
                                .maxWait(Duration.ofNanos(1))
                                .withoutCircuitBreaker())
                .local("net", in -> "net")
                .build();
        CompletableFuture<Result<String>> inside = chain.executeAsync("first");
        assertThat(inside).isNotDone();
        opens("inside", entered);
        List<CompletableFuture<Result<String>>> all = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            all.add(chain.executeAsync("in"));
            if (i % 200 == 0) {
                CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
            }
        }
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get(60, TimeUnit.SECONDS);
        int waiting = chain.health().tier("model").load().waiting();
        leave.countDown();
        chain.close();
        assertThat(waiting).as("all 20,000 have been answered").isZero();
    }

    @Test
    void no_call_is_made_once_the_chain_is_closed() throws Exception {
        int late = 0;
        for (int round = 0; round < 100; round++) {
            AtomicBoolean closing = new AtomicBoolean();
            AtomicInteger lateCalls = new AtomicInteger();
            CountDownLatch entered = new CountDownLatch(1);
            FallbackChain<String, String> chain = FallbackChain.<String, String>named("closing")
                    .model(
                            "model",
                            in -> {
                                if (closing.get()) {
                                    lateCalls.incrementAndGet();
                                }
                                if (in.equals("first")) {
                                    entered.countDown();
                                    new CountDownLatch(1).await();
                                }
                                return in;
                            },
                            tier -> tier.withoutTimeLimit()
                                    .maxConcurrent(1)
                                    .maxWait(Duration.ofMinutes(1))
                                    .withoutCircuitBreaker())
                    .local("net", in -> "net")
                    .build();
            CompletableFuture<Result<String>> inside = chain.executeAsync("first");
            assertThat(inside).isNotDone();
            opens("inside", entered);
            List<CompletableFuture<Result<String>>> all = new ArrayList<>();
            for (int i = 0; i < 40; i++) {
                CompletableFuture<Result<String>> one = new CompletableFuture<>();
                all.add(one);
                Thread thread = new Thread(() -> {
                    try {
                        one.complete(chain.execute("in"));
                    } catch (ChainClosedException e) {
                        one.completeExceptionally(e);
                    }
                });
                thread.setDaemon(true);
                thread.start();
            }
            eventually("all wait", () -> chain.health().tier("model").load().waiting() == 40);
            closing.set(true); // just before: what is called from here on could be called at the same moment
            chain.close();
            for (CompletableFuture<Result<String>> one : all) {
                one.handle((result, failure) -> "").get(60, TimeUnit.SECONDS);
            }
            late += lateCalls.get();
        }
        assertThat(late).as("calls of the model while or after close()").isZero();
    }

    @Test
    void a_crowd_with_little_patience_loses_no_permit_and_no_caller() throws Exception {
        AtomicInteger inside = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        FallbackChain<Integer, String> busy = FallbackChain.<Integer, String>named("busy")
                .model(
                        "model",
                        in -> {
                            most.accumulateAndGet(inside.incrementAndGet(), Math::max);
                            try {
                                LockSupport.parkNanos(20_000); // so that others come meanwhile
                                return "model";
                            } finally {
                                inside.decrementAndGet();
                            }
                        },
                        tier -> tier.timeLimit(Duration.ofSeconds(50))
                                .maxConcurrent(3)
                                .maxWait(Duration.ofNanos(300_000)))
                .local("net", in -> "net")
                .build();
        List<CompletableFuture<Void>> callers = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            SplittableRandom random = new SplittableRandom(i);
            callers.add(CompletableFuture.runAsync(
                    () -> {
                        for (int call = 0; call < 500; call++) {
                            ask(busy, random.nextInt(4));
                        }
                    },
                    task -> new Thread(task).start()));
        }
        CompletableFuture.allOf(callers.toArray(CompletableFuture[]::new)).get(100, TimeUnit.SECONDS);

        assertThat(most.get()).isBetween(1, 3);
        TierHealth health = busy.health().tier("model");
        eventually("permits are back", () -> busy.health().tier("model").load().inFlight() == 0);
        assertThat(health.load().waiting()).isZero();
        eventually("nothing is in flight", () -> busy.threads().inFlight() == 0);
        eventually("no timer is left", () -> busy.threads().scheduled() == 0);
        busy.close();
    }

    private static void ask(FallbackChain<Integer, String> busy, int how) {
        switch (how) {
            case 0 -> busy.executeAsync(how).cancel(true);
            case 1 -> busy.executeAsync(how).orTimeout(60, TimeUnit.SECONDS).join();
            case 2 -> {
                Thread.currentThread().interrupt();
                try {
                    busy.execute(how);
                } catch (ChainCancelledException expected) {
                    assertThat(Thread.interrupted()).isTrue();
                }
            }
            default -> {
                Result<String> result = busy.execute(how);
                if (result.degraded()) {
                    assertThat(Objects.requireNonNull(result.reason()).orElseThrow())
                            .isEqualTo(FailureKind.SATURATED);
                }
            }
        }
    }
}
