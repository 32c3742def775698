package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.failure.FailureKind;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.Outcome;
import dev.afloat.time.TimeSource;
import dev.afloat.time.TimedWork;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Clock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Two threads at one call, over and over: one computes it (or its worker is refused), the other times it out, cancels it, closes the
 * chain on it, or changes the breaker's state under it. However they meet, the call ends once.
 *
 * <p>{@code -Dafloat.settlements=10000000} runs it longer.
 */
@Tag("real-clock")
@Timeout(600)
class SettlementHammerTest {
    private static final int BATCH = 4_096;
    private static final int PROBES = 3;
    private static final long SETTLEMENTS = Long.getLong("afloat.settlements", 1_000_000);

    private final Now time = new Now();
    private final GuardSetup setup = new GuardSetup(time);
    private final CircuitBreaker circuit = CircuitBreaker.of(
            "hammered",
            CircuitBreakerConfig.custom()
                    .slidingWindowSize(BATCH)
                    .minimumNumberOfCalls(BATCH)
                    .failureRateThreshold(100)
                    .permittedNumberOfCallsInHalfOpenState(PROBES)
                    .build());
    private final AtomicLong successes = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private final Guard<String, String> guard = hammered();
    private final Map<FailureKind, Long> seen = new EnumMap<>(FailureKind.class);

    /** Time that stands still; workers and timer are whoever the test makes them. */
    private static final class Now implements TimeSource {
        @Nullable
        Callable<?> limit;

        @Override
        public long nanos() {
            return 0;
        }

        @Override
        public Clock clock() {
            return Clock.systemUTC();
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
            limit = task;
            return new CompletableFuture<>();
        }
    }

    /** One request: takes what it is told, and counts how often. */
    private final class Caller implements AsyncCaller<String> {
        private final int index;
        private final AtomicIntegerArray told;
        final CallerContext context = setup.context();

        @Nullable
        Started call;

        @Nullable
        Runnable work;

        @Nullable
        Callable<?> limit;

        volatile @Nullable Attempt attempt;

        Caller(int index, AtomicIntegerArray told) {
            this.index = index;
            this.told = told;
        }

        @Override
        public CallerContext context() {
            return context;
        }

        @Override
        public void started(Started started) {
            call = started;
        }

        @Override
        public void settled(Reply<String> reply) {
            attempt = reply.attempt();
            told.incrementAndGet(index);
        }

        @Override
        public void failed(Throwable why) {
            throw new AssertionError(why);
        }

        void compute() {
            Objects.requireNonNull(work).run();
        }

        private void expire() {
            try {
                assertThat(Objects.requireNonNull(limit).call()).isIn(true, false);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        }

        void disturb() {
            switch (index % 4) {
                case 0 -> expire();
                case 1 -> Objects.requireNonNull(call).giveUp();
                case 2 -> ((Work<?, ?>) Objects.requireNonNull(call)).close();
                default -> {}
            }
        }
    }

    private Guard<String, String> hammered() {
        circuit.getEventPublisher().onSuccess(event -> successes.incrementAndGet());
        circuit.getEventPublisher().onError(event -> failures.incrementAndGet());
        setup.breaker = BreakerSource.of(circuit);
        setup.maxConcurrent = BATCH;
        setup.workers = task -> {
            if (task instanceof Work) {
                handedOver = task;
            } else {
                task.run();
            }
        };
        AtomicInteger calls = new AtomicInteger();
        return setup.guard((input, call) -> {
            if (calls.incrementAndGet() % 8 == 0) {
                throw new IllegalStateException("now and then");
            }
            return "answer";
        });
    }

    private @Nullable Runnable handedOver;

    private @Nullable Caller start(int index, AtomicIntegerArray told) {
        Caller caller = new Caller(index, told);
        Reply<String> skipped = guard.start("in", index, 0, Long.MAX_VALUE >> 1, 0, false, caller);
        if (skipped != null) {
            return null;
        }
        caller.work = handedOver;
        caller.limit = time.limit;
        return caller;
    }

    private List<Caller> startAll(AtomicIntegerArray told) {
        List<Caller> callers = new ArrayList<>();
        for (int i = 0; i < told.length(); i++) {
            callers.add(Objects.requireNonNull(start(i, told), "admitted"));
        }
        return callers;
    }

    /** Lets one thread compute and another disturb, each call at about the same moment; {@code meanwhile} runs on the second. */
    private static void race(List<Caller> callers, Runnable meanwhile) throws InterruptedException {
        AtomicInteger turn = new AtomicInteger(-1);
        Thread other = new Thread(() -> {
            for (int i = 0; i < callers.size(); i++) {
                while (turn.get() < i) {
                    Thread.onSpinWait();
                }
                callers.get(i).disturb();
                if (i % 64 == 0) {
                    meanwhile.run();
                }
            }
        });
        other.setDaemon(true);
        other.start();
        for (int i = 0; i < callers.size(); i++) {
            turn.set(i);
            callers.get(i).compute();
        }
        other.join(60_000);
        assertThat(other.isAlive()).isFalse();
    }

    private void assertEndedOnce(List<Caller> callers, AtomicIntegerArray told) {
        for (int i = 0; i < callers.size(); i++) {
            assertThat(told.get(i)).as("times that call %d ended", i).isEqualTo(1);
            Attempt attempt = Objects.requireNonNull(callers.get(i).attempt);
            attempt.kind().ifPresent(kind -> seen.merge(kind, 1L, Long::sum));
        }
        assertThat(guard.health().load().inFlight()).as("permits that are out").isZero();
        assertThat(guard.health().load().abandoned()).isZero();
        assertThat(setup.threads().inFlight()).isZero();
    }

    @Test
    void every_admitted_call_ends_once_and_is_recorded_as_it_ended() throws InterruptedException {
        for (long done = 0; done < SETTLEMENTS / 2; done += BATCH) {
            AtomicIntegerArray told = new AtomicIntegerArray(BATCH);
            List<Caller> callers = startAll(told);
            long successesBefore = successes.get();
            long failuresBefore = failures.get();

            race(callers, () -> {});

            assertEndedOnce(callers, told);
            assertThat(successes.get() - successesBefore).isEqualTo(count(callers, Outcome.SUCCESS));
            assertThat(failures.get() - failuresBefore)
                    .isEqualTo(count(callers, Outcome.ERROR) + count(callers, Outcome.TIMEOUT));
        }

        assertThat(seen)
                .as("or nothing met")
                .containsKeys(FailureKind.TIMEOUT, FailureKind.CANCELLED, FailureKind.CLOSED, FailureKind.UNKNOWN);
    }

    private static long count(List<Caller> callers, Outcome outcome) {
        return callers.stream()
                .filter(caller -> Objects.requireNonNull(caller.attempt).outcome() == outcome)
                .count();
    }

    @Test
    void a_breaker_whose_state_changes_under_the_calls_loses_no_probe_and_gains_none() throws InterruptedException {
        for (long done = 0; done < SETTLEMENTS / 2; done += BATCH) {
            circuit.transitionToClosedState();
            AtomicIntegerArray told = new AtomicIntegerArray(BATCH);
            List<Caller> callers = startAll(told);

            race(callers, () -> {
                circuit.transitionToOpenState();
                circuit.transitionToHalfOpenState();
            });

            assertEndedOnce(callers, told);
            assertExactlyTheProbes();
        }
    }

    /** None of the calls of before has left a probe behind, or taken one along. */
    private void assertExactlyTheProbes() {
        circuit.transitionToOpenState();
        circuit.transitionToHalfOpenState();
        AtomicIntegerArray told = new AtomicIntegerArray(PROBES * 2);
        List<Caller> probes = new ArrayList<>();
        for (int i = 0; i < PROBES * 2; i++) {
            Caller probe = start(i, told);
            if (probe != null) {
                probes.add(probe);
            }
        }
        assertThat(probes).as("probes that are let through").hasSize(PROBES);
        probes.forEach(probe -> Objects.requireNonNull(probe.call).giveUp());
        probes.forEach(Caller::compute);
        assertThat(start(0, told)).as("a probe after neutral ones").isNotNull().satisfies(probe -> {
            Objects.requireNonNull(probe).compute();
        });
        assertThat(guard.health().load().inFlight()).isZero();
    }
}
