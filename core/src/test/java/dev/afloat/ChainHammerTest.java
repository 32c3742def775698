package dev.afloat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.guard.QualityHealth;
import dev.afloat.guard.TierHealth;
import dev.afloat.guard.TierLoad;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Everything that can go wrong, at once, in real time; after each round nothing may be lost, held or leaked. */
@Tag("real-clock")
@Timeout(120)
class ChainHammerTest {
    private static final int CALLERS = 8;
    private static final int CALLS_PER_ROUND = 1_000;
    private static final int MAX_CONCURRENT = 6;
    private static final long CALLS = 100_000;
    private static final long AT_MOST_NANOS = TimeUnit.SECONDS.toNanos(4);

    private final MoodyModel model = new MoodyModel();
    private final MoodyExecutor executor = new MoodyExecutor();
    private final Queue<String> wrong = new ConcurrentLinkedQueue<>();
    private final AtomicLong settled = new AtomicLong();
    private final Map<Outcome, Integer> outcomes = new ConcurrentHashMap<>();

    @Test
    void with_an_executor_that_misbehaves_nothing_is_lost_held_or_leaked() throws Exception {
        try (FallbackChain<Integer, String> chain = builder().workers(executor).build()) {
            hammer(chain);
        } finally {
            executor.close();
        }

        assertThat(executor.foreignInterrupts)
                .as("interrupts that reached a following task")
                .hasValue(0);
    }

    /** Virtual ones where the JVM has them. */
    @Test
    void with_the_chains_own_threads_nothing_is_lost_held_or_leaked() throws Exception {
        try (FallbackChain<Integer, String> chain = builder().build()) {
            hammer(chain);
        }
    }

    private FallbackChainBuilder<Integer, String> builder() {
        CircuitBreakerConfig breaker = CircuitBreakerConfig.custom()
                .slidingWindowSize(20)
                .minimumNumberOfCalls(20)
                .failureRateThreshold(60)
                .waitDurationInOpenState(Duration.ofMillis(1))
                .permittedNumberOfCallsInHalfOpenState(2)
                .build();
        return FallbackChain.<Integer, String>named("hammer")
                .model(
                        "model",
                        model::answer,
                        tier -> tier.timeLimit(Duration.ofNanos(300_000))
                                .maxConcurrent(MAX_CONCURRENT)
                                .check("good", answer -> !answer.equals(MoodyModel.POOR))
                                .circuitBreaker(breaker))
                .local("local", input -> "local " + input);
    }

    private void hammer(FallbackChain<Integer, String> chain) throws Exception {
        long start = System.nanoTime();
        while (settled.get() < CALLS && System.nanoTime() - start < AT_MOST_NANOS) {
            round(chain);
            assertQuiet(chain);
            assertModelIsAskedAgain(chain);
        }

        assertThat(outcomes)
                .as("or the mix is wrong")
                .containsKeys(
                        Outcome.SUCCESS, Outcome.ERROR, Outcome.TIMEOUT, Outcome.QUALITY_FAILURE, Outcome.SKIPPED);
    }

    private void round(FallbackChain<Integer, String> chain) throws Exception {
        model.moody = true;
        executor.moody = true;
        CyclicBarrier barrier = new CyclicBarrier(CALLERS);
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            Thread caller = new Thread(() -> callMany(chain, barrier), "caller-" + i);
            caller.setDaemon(true);
            callers.add(caller);
        }
        callers.forEach(Thread::start);
        interruptAtRandom(callers);
        for (Thread caller : callers) {
            caller.join(60_000);
            assertThat(caller.isAlive()).as("a caller hangs").isFalse();
        }
        model.moody = false;
        executor.moody = false;
    }

    private static void interruptAtRandom(List<Thread> callers) {
        while (callers.stream().anyMatch(Thread::isAlive)) {
            callers.get(ThreadLocalRandom.current().nextInt(CALLERS)).interrupt();
            LockSupport.parkNanos(ThreadLocalRandom.current().nextInt(3_000_000));
        }
    }

    private void callMany(FallbackChain<Integer, String> chain, CyclicBarrier barrier) {
        try {
            barrier.await(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            // An interrupt came early, or another caller met one: start all the same.
        }
        for (int i = 0; i < CALLS_PER_ROUND; i++) {
            try {
                call(chain, i);
            } catch (Throwable e) {
                wrong.add("a caller saw " + e);
            }
            settled.incrementAndGet();
            Thread.interrupted();
        }
    }

    private void call(FallbackChain<Integer, String> chain, int input) {
        boolean hurried = input % 7 == 0;
        try {
            Result<String> result =
                    hurried ? chain.execute(input, Deadline.after(Duration.ofNanos(150_000))) : chain.execute(input);
            Outcome first = result.attempts().get(0).outcome();
            outcomes.merge(first, 1, Integer::sum);
            if (first == Outcome.SKIPPED) {
                LockSupport.parkNanos(100_000); // else most calls find the tier full or open
            }
            boolean honest = result.tier().equals("model")
                    ? result.value().equals("model " + input) && first == Outcome.SUCCESS
                    : result.value().equals("local " + input) && first != Outcome.SUCCESS;
            if (!honest) {
                wrong.add(result.value() + " for " + input + ": " + result.attempts());
            }
        } catch (ChainCancelledException e) {
            if (!Thread.currentThread().isInterrupted()) {
                wrong.add("cancelled without the flag");
            }
        } catch (AssertionError e) {
            if (!MoodyModel.BUG.equals(e.getMessage())) {
                throw e;
            }
        }
    }

    private void assertQuiet(FallbackChain<Integer, String> chain) {
        TierHealth quiet = new TierHealth("model", null, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD);
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!quiet.equals(withoutCircuit(chain)) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(100_000);
        }

        assertThat(withoutCircuit(chain)).as("once quiet").isEqualTo(quiet);
        assertThat(wrong).isEmpty();
        assertThat(model.most.get()).as("calls at once").isLessThanOrEqualTo(MAX_CONCURRENT);
    }

    private static TierHealth withoutCircuit(FallbackChain<Integer, String> chain) {
        TierHealth health = chain.health().tier("model");
        return new TierHealth(
                health.tier(),
                null,
                false,
                null,
                Duration.ZERO,
                new TierLoad(
                        health.load().inFlight(),
                        health.load().waiting(),
                        health.load().abandoned(),
                        Duration.ZERO),
                QualityHealth.GOOD);
    }

    /** A probe that was lost would keep the breaker half-open for ever. */
    private static void assertModelIsAskedAgain(FallbackChain<Integer, String> chain) {
        int servedInARow = 0;
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (servedInARow < 3 && System.nanoTime() - end < 0) {
            boolean served = chain.execute(1).tier().equals("model");
            servedInARow = served ? servedInARow + 1 : 0;
            if (!served) {
                LockSupport.parkNanos(1_000_000);
            }
        }

        assertThat(servedInARow)
                .as("good answers of the model, breaker: " + chain.health())
                .isEqualTo(3);
    }
}
