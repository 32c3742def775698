package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Outcome;
import dev.afloat.time.TimeSource;
import dev.afloat.time.TimedWork;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A call of one tier for which nobody waits, step by step: the executor and the timer do what the test says. */
class AsyncWorkTest {
    private static final long LIMIT = GuardSetup.LIMIT.toNanos();

    private final Steps time = new Steps();
    private final GuardSetup setup = new GuardSetup(time);
    private final List<Runnable> handedOver = new ArrayList<>();
    private final List<Reply<String>> told = new ArrayList<>();
    private int computed;

    /** Time that stands until the test moves it, and that keeps what was scheduled. */
    private static final class Steps implements TimeSource {
        private final ManualTime manual = new ManualTime();
        final List<Long> delays = new ArrayList<>();
        final List<CompletableFuture<?>> timers = new ArrayList<>();
        final List<Runnable> limits = new ArrayList<>();
        Runnable meanwhile = () -> {};

        @Override
        public long nanos() {
            return manual.nanos();
        }

        @Override
        public Clock clock() {
            return manual.clock();
        }

        @Override
        public void await(TimedWork work, Executor workers) {
            throw new AssertionError("nobody waits");
        }

        @Override
        public void execute(Runnable task, Executor executor) {
            executor.execute(task);
        }

        @Override
        public Future<?> schedule(Callable<?> task, long delayNanos, ScheduledExecutorService timer) {
            CompletableFuture<?> scheduled = new CompletableFuture<>();
            delays.add(delayNanos);
            limits.add(() -> called(task));
            timers.add(scheduled);
            meanwhile.run();
            return scheduled;
        }
    }

    private static void called(Callable<?> task) {
        try {
            assertThat(task.call()).isNotNull();
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** A caller that may go away at once. */
    private class Caller implements AsyncCaller<String> {
        private final boolean fickle;
        private Started giveUp = () -> false;

        Caller(boolean fickle) {
            this.fickle = fickle;
        }

        @Override
        public CallerContext context() {
            return setup.context();
        }

        @Override
        public void started(Started cancellation) {
            giveUp = cancellation;
            if (fickle) {
                cancellation.giveUp();
            }
        }

        @Override
        public void failed(Throwable why) {
            throw new AssertionError(why);
        }

        @Override
        public void settled(Reply<String> reply) {
            told.add(reply);
        }
    }

    private Guard<String, String> guard() {
        setup.workers = handedOver::add;
        setup.breaker = BreakerSource.of(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMinutes(1)));
        return setup.guard((input, call) -> "answer " + ++computed);
    }

    private @Nullable Reply<String> start(Guard<String, String> guard, long now, Caller caller) {
        return guard.start("input", 7, now, now + 10 * LIMIT, 0, true, caller);
    }

    private void assertNothingLeft(Guard<String, String> guard) {
        assertThat(guard.health())
                .isEqualTo(new TierHealth(
                        "model", CircuitState.CLOSED, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD));
        assertThat(setup.threads().inFlight())
                .as("calls that close() would end")
                .isZero();
        assertThat(time.timers).allSatisfy(timer -> assertThat(timer).isDone());
    }

    @Test
    void an_answer_ends_the_watch_over_its_limit() {
        Guard<String, String> guard = guard();

        assertThat(start(guard, time.nanos(), new Caller(false))).isNull();
        handedOver.forEach(Runnable::run);

        assertThat(told)
                .singleElement()
                .satisfies(reply -> assertThat(reply.value()).isEqualTo("answer 1"));
        assertNothingLeft(guard);
    }

    @Test
    void a_caller_that_goes_away_before_the_hand_over_leaves_nothing() {
        Guard<String, String> guard = guard();

        start(guard, time.nanos(), new Caller(true));
        handedOver.forEach(Runnable::run);

        assertThat(computed).isZero();
        assertNothingLeft(guard);
    }

    @Test
    void a_caller_that_goes_away_during_the_hand_over_leaves_nothing() {
        Caller caller = new Caller(false);
        Guard<String, String> guard = guard();
        time.meanwhile = () -> {
            caller.giveUp.giveUp();
            caller.giveUp.giveUp();
        };

        assertThat(start(guard, time.nanos(), caller)).isNull();
        handedOver.forEach(Runnable::run);

        assertThat(computed).isZero();
        assertNothingLeft(guard);
    }

    @Test
    void a_caller_that_goes_away_is_told_that_its_call_was_cancelled() {
        Caller caller = new Caller(false);
        Guard<String, String> guard = guard();

        start(guard, time.nanos(), caller);
        caller.giveUp.giveUp();

        assertThat(told).singleElement().satisfies(reply -> {
            assertThat(reply.value()).isNull();
            assertThat(reply.attempt().outcome()).isEqualTo(Outcome.NEUTRAL);
            assertThat(reply.attempt().kind()).contains(FailureKind.CANCELLED);
        });
    }

    @Test
    void a_chain_that_is_closed_during_the_hand_over_leaves_nothing() {
        Guard<String, String> guard = guard();
        setup.threads().close();

        start(guard, time.nanos(), new Caller(false));
        handedOver.forEach(Runnable::run);

        assertThat(computed).isZero();
        assertThat(told)
                .singleElement()
                .satisfies(reply -> assertThat(reply.attempt().kind()).contains(FailureKind.CLOSED));
        assertNothingLeft(guard);
    }

    @Test
    void the_limit_runs_from_the_entry_of_the_tier_however_late_the_call_is_handed_over() {
        Guard<String, String> guard = guard();
        long entered = time.nanos();

        time.manual.advance(Duration.ofMillis(300));
        start(guard, entered, new Caller(false));

        assertThat(time.delays).containsExactly(LIMIT - 300_000_000 + 1);
    }

    @Test
    void a_call_that_waited_for_a_thread_past_its_limit_is_never_made() {
        Guard<String, String> guard = guard();

        start(guard, time.nanos(), new Caller(false));
        time.manual.advance(LIMIT + 1);
        time.limits.forEach(Runnable::run);
        handedOver.remove(1).run(); // what follows the timeout
        handedOver.forEach(Runnable::run);

        assertThat(computed).isZero();
        assertThat(told)
                .singleElement()
                .satisfies(reply -> assertThat(reply.attempt().outcome()).isEqualTo(Outcome.TIMEOUT));
        assertThat(guard.health())
                .isEqualTo(new TierHealth(
                        "model", CircuitState.OPEN, false, null, Duration.ZERO, TierLoad.NONE, QualityHealth.GOOD));
    }

    @Test
    void an_interrupt_of_the_code_is_not_seen_by_what_follows_on_the_thread() {
        List<Boolean> seen = new ArrayList<>();
        setup.workers = Runnable::run;
        Guard<String, String> guard = setup.guard((input, call) -> {
            Thread.currentThread().interrupt();
            return "answer";
        });

        start(guard, time.nanos(), new Caller(false) {
            @Override
            public void settled(Reply<String> reply) {
                seen.add(Thread.currentThread().isInterrupted());
            }
        });

        assertThat(seen).containsExactly(false);
        assertThat(Thread.interrupted()).isFalse();
    }
}
