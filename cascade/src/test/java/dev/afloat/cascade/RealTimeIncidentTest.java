package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.IncidentStream;
import dev.afloat.testkit.Step;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The built-in incident on real threads, ten times as fast: the model parks its workers, and the second hang is deaf to interrupts.
 * The breaker is open for 3.5 periods rather than 4, so that its probes come half a period late and not at the very edge.
 */
@Tag("real-clock")
@Timeout(120)
class RealTimeIncidentTest {
    private static final int FASTER = 10;
    private static final int DEAF_REQUEST = 25;
    private static final Duration PERIOD = Duration.ofMillis(100);

    /** A machine that stalls for longer than this shows nothing of the chain. */
    private static final Duration STALL = Duration.ofMillis(25);

    private static final int ATTEMPTS = 5;

    private final IncidentStream<String> incident = IncidentStream.thirtyRequests();
    private final AtomicInteger request = new AtomicInteger();
    private final AtomicInteger calls = new AtomicInteger();

    private String model(String query) throws Exception {
        int index = request.get();
        calls.incrementAndGet();
        Step step = incident.script().step(index);
        if (step instanceof Step.Fail fail) {
            throw fail.failure().get();
        }
        Duration taken = step instanceof Step.Hang hang ? hang.duration() : ((Step.Answer) step).delay();
        block(taken.dividedBy(FASTER), index == DEAF_REQUEST);
        return "model";
    }

    private static void block(Duration duration, boolean deaf) throws InterruptedException {
        if (!deaf) {
            assertThat(new CountDownLatch(1).await(duration.toNanos(), TimeUnit.NANOSECONDS))
                    .isFalse();
            return;
        }
        boolean interrupted = false;
        for (long end = System.nanoTime() + duration.toNanos(); System.nanoTime() - end < 0; ) {
            LockSupport.parkNanos(end - System.nanoTime());
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private FallbackChain<String, String> chain() {
        ResponseCache<String, String> cache = ResponseCache.<String, String>builder()
                .key(query -> query)
                .scope(Scope.shared())
                .build();
        Set.of("headphones", "coffee maker").forEach(query -> cache.put(query, "cache"));
        return FallbackChain.<String, String>named("real-time-incident")
                .within(Duration.ofMillis(1500).dividedBy(FASTER))
                .model(
                        "semantic",
                        this::model,
                        tier -> tier.timeLimit(Duration.ofMillis(800).dividedBy(FASTER))
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(3, Duration.ofMillis(350))))
                .tier(cache.readOnlyTier("cache"))
                .local("keyword", query -> "keyword")
                .build();
    }

    /** Plays the incident once; returns who answered, or nothing if the machine stalled meanwhile. */
    private List<String> play(FallbackChain<String, String> chain) {
        calls.set(0);
        List<String> served = new ArrayList<>();
        long start = System.nanoTime();
        for (int i = 0; i < incident.inputs().size(); i++) {
            long due = start + i * PERIOD.toNanos();
            while (System.nanoTime() - due < 0) {
                LockSupport.parkNanos(due - System.nanoTime());
            }
            boolean stalled = System.nanoTime() - due > STALL.toNanos();
            request.set(i);
            Result<String> result = chain.execute(incident.inputs().get(i));
            stalled |= System.nanoTime() - due > PERIOD.toNanos() - STALL.toNanos() / 5;
            if (stalled) {
                return List.of();
            }
            assertThat(result.value()).isEqualTo(result.tier().equals("semantic") ? "model" : result.tier());
            served.add(result.tier());
        }
        return served;
    }

    @Test
    void real_threads_give_the_counts_of_virtual_time() {
        try (FallbackChain<String, String> warmUp = chain()) {
            request.set(0);
            for (int i = 0; i < 50; i++) {
                warmUp.execute("headphones");
            }
        }
        List<String> served = List.of();
        int inFlight = 0;
        for (int attempt = 0; served.isEmpty() && attempt < ATTEMPTS; attempt++) {
            try (FallbackChain<String, String> chain = chain()) {
                served = play(chain);
                inFlight = chain.health().tier("semantic").load().inFlight();
            }
        }

        assertThat(served)
                .as("who answered; nobody if this machine stalled in all of %d attempts", ATTEMPTS)
                .hasSize(30);
        assertThat(served.stream().filter("semantic"::equals)).hasSize(18);
        assertThat(served.stream().filter("cache"::equals)).hasSize(6);
        assertThat(served.stream().filter("keyword"::equals)).hasSize(6);
        assertThat(served.get(18)).isNotEqualTo("semantic");
        assertThat(served.get(22)).isEqualTo("semantic");
        assertThat(calls).hasValue(24);
        assertThat(inFlight).as("the deaf call is still inside").isEqualTo(1);
    }
}
