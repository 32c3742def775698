package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.time.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Executors that misbehave, models that do not listen, callers that go away: real threads. */
@Tag("real-clock")
@Timeout(60)
class HandOverTest {
    private static final Duration LONG = Duration.ofSeconds(50);

    private final List<Thread> threads = new ArrayList<>();
    private final Executor own = task -> {
        Thread thread = new Thread(task, "worker");
        thread.setDaemon(true);
        threads.add(thread);
        thread.start();
    };
    private final GuardSetup setup = new GuardSetup(TimeSource.system());

    HandOverTest() {
        setup.limit = LONG;
        setup.workers = own;
        setup.breaker = BreakerSource.of(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(1)));
    }

    @Test
    void an_executor_that_refuses_is_saturation_and_not_the_tiers_failure() throws Exception {
        RejectedExecutionException full = new RejectedExecutionException("full");
        setup.workers = task -> {
            throw full;
        };

        assertSaturated(full);
    }

    @Test
    void no_memory_for_a_thread_is_saturation_and_not_the_callers_error() throws Exception {
        OutOfMemoryError none = new OutOfMemoryError("unable to create native thread");
        setup.workers = task -> {
            throw none;
        };

        assertSaturated(none);
    }

    @Test
    void an_executor_that_drops_what_it_refuses_later_still_gives_the_permit_back() throws Exception {
        List<Runnable> kept = new ArrayList<>();
        RejectedExecutionException full = new RejectedExecutionException("full, or not quite");
        setup.workers = task -> {
            kept.add(task);
            throw full;
        };

        assertSaturated(full);
        kept.forEach(Runnable::run);
        assertThat(computed).as("refused is refused").hasValue(0);
    }

    private final AtomicInteger computed = new AtomicInteger();

    private void assertSaturated(Throwable why) {
        Guard<String, String> guard = setup.guard((input, call) -> "answer " + computed.incrementAndGet());

        Reply<String> reply = setup.call(guard);

        assertThat(reply.attempt().outcome()).isEqualTo(Outcome.SKIPPED);
        assertThat(reply.attempt().kind()).contains(FailureKind.SATURATED);
        assertThat(reply.attempt().cause()).containsSame(why);
        assertThat(reply.fatal()).isNull();
        assertThat(reply.value()).isNull();
        assertThat(guard.health())
                .isEqualTo(new TierHealth(
                        "model", CircuitState.CLOSED, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD));
    }

    @Test
    void an_executor_that_throws_after_it_ran_the_task_does_not_cost_the_answer() {
        setup.workers = task -> {
            task.run();
            throw new IllegalStateException("a hook after the task");
        };
        Guard<String, String> guard = setup.guard((input, call) -> "answer");

        Reply<String> reply = setup.call(guard);

        assertThat(reply.value()).isEqualTo("answer");
        assertThat(reply.attempt().outcome()).isEqualTo(Outcome.SUCCESS);
        assertThat(guard.health())
                .isEqualTo(new TierHealth(
                        "model", CircuitState.CLOSED, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD));
    }

    @Test
    void an_executor_that_throws_after_it_started_the_task_gives_the_permit_back_when_the_task_ends() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        setup.workers = task -> {
            own.execute(task);
            await(started);
            throw new RejectedExecutionException("too late");
        };
        Guard<String, String> guard = setup.guard((input, call) -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.set(true);
            }
            return "late";
        });

        Reply<String> reply = setup.call(guard);
        threads.get(0).join(30_000);

        assertThat(reply.attempt().kind()).contains(FailureKind.SATURATED);
        assertThat(reply.value()).isNull();
        assertThat(interrupted).isTrue();
        assertThat(guard.health())
                .isEqualTo(new TierHealth(
                        "model", CircuitState.CLOSED, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD));
    }

    @Test
    void a_caller_that_is_interrupted_while_it_waits_is_told_at_once_and_stops_the_model() throws Exception {
        CountDownLatch started = new CountDownLatch(1);
        AtomicBoolean interrupted = new AtomicBoolean();
        Guard<String, String> guard = setup.guard((input, call) -> {
            started.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.set(true);
                throw e;
            }
            return "never";
        });
        interruptWhen(started, Thread.currentThread());

        Reply<String> reply = setup.call(guard);
        boolean flag = Thread.interrupted();
        threads.get(0).join(30_000);

        assertThat(flag).as("flag restored").isTrue();
        assertThat(reply.attempt().outcome()).isEqualTo(Outcome.NEUTRAL);
        assertThat(reply.attempt().kind()).contains(FailureKind.CANCELLED);
        assertThat(interrupted).as("the worker was interrupted").isTrue();
        assertThat(guard.health())
                .isEqualTo(new TierHealth(
                        "model", CircuitState.CLOSED, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD));
    }

    @Test
    void an_interrupt_that_comes_after_the_answer_leaves_the_answer() {
        ManualTime time = new ManualTime();
        GuardSetup quick = new GuardSetup(time);
        time.waitBy((work, workers) -> {
            work.run();
            throw new InterruptedException("between the answer and the caller's waking");
        });

        Reply<String> reply = quick.call(quick.guard((input, call) -> "answer"));

        assertThat(Thread.interrupted()).as("flag stays set").isTrue();
        assertThat(reply.value()).isEqualTo("answer");
        assertThat(reply.attempt().outcome()).isEqualTo(Outcome.SUCCESS);
    }

    @Test
    void a_model_that_ignores_interrupts_holds_its_permit_until_it_ends_and_no_caller() throws Exception {
        CountDownLatch ends = new CountDownLatch(1);
        AtomicInteger inside = new AtomicInteger();
        setup.limit = Duration.ofMillis(50);
        setup.maxConcurrent = 2;
        setup.breaker = null;
        Guard<String, String> guard = setup.guard((input, call) -> {
            inside.incrementAndGet();
            awaitDeaf(ends);
            return "late";
        });

        assertThat(setup.call(guard).attempt().outcome()).isEqualTo(Outcome.TIMEOUT);
        assertThat(guard.health())
                .usingRecursiveComparison()
                .ignoringFields("load.oldestAbandoned")
                .isEqualTo(new TierHealth(
                        "model",
                        null,
                        false,
                        null,
                        Duration.ZERO,
                        new TierLoad(1, 0, 1, Duration.ZERO),
                        QualityHealth.GOOD));
        assertThat(guard.health().load().oldestAbandoned()).isPositive();
        assertThat(setup.call(guard).attempt().outcome()).isEqualTo(Outcome.TIMEOUT);
        assertThat(guard.health())
                .usingRecursiveComparison()
                .ignoringFields("load.oldestAbandoned")
                .isEqualTo(new TierHealth(
                        "model",
                        null,
                        false,
                        null,
                        Duration.ZERO,
                        new TierLoad(2, 0, 2, Duration.ZERO),
                        QualityHealth.GOOD));
        assertThat(guard.health().load().oldestAbandoned()).isPositive();
        assertThat(setup.call(guard).attempt().kind()).contains(FailureKind.SATURATED);
        assertThat(inside).as("no more than maxConcurrent").hasValue(2);

        ends.countDown();
        for (Thread thread : threads) {
            thread.join(30_000);
        }
        assertThat(guard.health())
                .isEqualTo(
                        new TierHealth("model", null, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD));
    }

    @Test
    void a_task_that_waited_in_a_queue_past_its_limit_is_never_computed() {
        List<Runnable> queue = new ArrayList<>();
        setup.limit = Duration.ofMillis(20);
        setup.workers = queue::add;
        Guard<String, String> guard = setup.guard((input, call) -> "answer " + computed.incrementAndGet());

        Reply<String> reply = setup.call(guard);
        assertThat(guard.health().load().inFlight())
                .as("nothing runs, so nothing is held")
                .isZero();
        queue.forEach(Runnable::run);

        assertThat(reply.attempt().outcome()).isEqualTo(Outcome.TIMEOUT);
        assertThat(computed).hasValue(0);
        assertThat(guard.health())
                .isEqualTo(new TierHealth(
                        "model", CircuitState.OPEN, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD));
    }

    private static void interruptWhen(CountDownLatch latch, Thread caller) {
        Thread thread = new Thread(() -> {
            await(latch);
            caller.interrupt();
        });
        thread.setDaemon(true);
        thread.start();
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void awaitDeaf(CountDownLatch latch) {
        boolean ended = false;
        while (!ended) {
            try {
                ended = latch.await(30, TimeUnit.SECONDS);
            } catch (InterruptedException deaf) {
                // That is the point.
            }
        }
    }
}
