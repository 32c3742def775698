package dev.afloat.guard;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.outcome.Outcome;
import io.github.resilience4j.circuitbreaker.CircuitBreaker;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that race with an operator. */
@Tag("real-clock")
@Timeout(60)
class BreakerRaceTest {
    private static final long NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);
    private static final int PROBES = 2;

    private final CircuitBreaker circuit = CircuitBreaker.of(
            "b",
            CircuitBreakerConfig.custom()
                    .slidingWindowSize(4)
                    .minimumNumberOfCalls(4)
                    .failureRateThreshold(100)
                    .waitDurationInOpenState(Duration.ofMillis(1))
                    .permittedNumberOfCallsInHalfOpenState(PROBES)
                    .build());
    private final Queue<Throwable> thrown = new ConcurrentLinkedQueue<>();
    private final AtomicLong admitted = new AtomicLong();

    @Test
    void an_operator_who_closes_the_breaker_at_the_same_moment_makes_no_call_throw_and_loses_no_probe()
            throws Exception {
        Breaker breaker = Breaker.of(circuit);
        long end = System.nanoTime() + NANOS;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            threads.add(start(end, () -> call(breaker)));
        }
        threads.add(start(end, this::operate));
        for (Thread thread : threads) {
            thread.join(30_000);
        }

        assertThat(thrown).isEmpty();
        assertThat(admitted).hasPositiveValue();
        assertNoProbeIsLost();
    }

    private Thread start(long end, Runnable step) {
        Thread thread = new Thread(() -> {
            while (System.nanoTime() - end < 0) {
                try {
                    step.run();
                } catch (Throwable e) {
                    thrown.add(e);
                    return;
                }
            }
        });
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    private void call(Breaker breaker) {
        Object epoch = breaker.tryAcquire();
        if (epoch != null) {
            admitted.incrementAndGet();
            Outcome[] all = {Outcome.ERROR, Outcome.ERROR, Outcome.TIMEOUT, Outcome.NEUTRAL, Outcome.SUCCESS};
            breaker.settle(epoch, all[ThreadLocalRandom.current().nextInt(all.length)], 1, null);
        }
    }

    private void operate() {
        try {
            switch (ThreadLocalRandom.current().nextInt(3)) {
                case 0 -> circuit.reset();
                case 1 -> circuit.transitionToClosedState();
                default -> circuit.transitionToOpenState();
            }
        } catch (RuntimeException e) {
            // An operator may see this one: it is no call.
        }
        long pause = System.nanoTime() + ThreadLocalRandom.current().nextInt(2_000_000);
        while (System.nanoTime() - pause < 0) {
            Thread.onSpinWait();
        }
    }

    /** Once quiet, probes that are free and outcomes that are in make up all that may go out. One more is a race we accept. */
    private void assertNoProbeIsLost() {
        if (circuit.getState() == CircuitBreaker.State.HALF_OPEN) {
            int buffered = circuit.getMetrics().getNumberOfBufferedCalls();
            int free = 0;
            while (free < 100 && circuit.tryAcquirePermission()) {
                free++;
            }
            assertThat(free + buffered).as("free probes and outcomes").isGreaterThanOrEqualTo(PROBES);
        }
    }
}
