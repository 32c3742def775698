package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads, few questions, a model that fails now and then, and interrupts that come at any moment. */
@Tag("real-clock")
@Timeout(300)
class SingleFlightHammerTest {
    private static final int CALLS = Integer.getInteger("afloat.flights", 100_000);
    private static final int KEYS = 4;

    private final FlightLog log = new FlightLog();
    private final SingleFlight<Integer, Integer> flight = SingleFlight.by(Scope.shared(), key -> key);
    private final SingleFlightCalls<Integer, Integer> calls =
            new SingleFlightCalls<>(flight, (key, context) -> model(key));
    private final AtomicInteger modelsStopped = new AtomicInteger();

    /** A failure of the call with this number. */
    private static final class Failed extends IOException {
        private static final long serialVersionUID = 1;
        final int call;

        Failed(int call) {
            super("call " + call);
            this.call = call;
        }
    }

    private int model(int key) throws Exception {
        int call = log.begins(key);
        int dice = ThreadLocalRandom.current().nextInt(16);
        if (dice < 6) {
            LockSupport.parkNanos(20_000);
        } else if (dice < 10) {
            LockSupport.parkNanos(1);
        }
        if (Thread.interrupted()) {
            modelsStopped.incrementAndGet();
            throw new InterruptedException();
        }
        if (dice % 5 == 0) {
            throw new Failed(call);
        }
        return call;
    }

    static Stream<Arguments> crowds() {
        return FlightThreads.had().flatMap(kind -> Stream.of(8, 32).map(threads -> Arguments.of(kind, threads)));
    }

    @ParameterizedTest
    @MethodSource("crowds")
    void everybody_is_told_of_a_call_that_was_made_while_they_waited(FlightThreads kind, int threads) throws Exception {
        AtomicIntegerArray sent = new AtomicIntegerArray(threads);
        AtomicReferenceArray<GivenContext> contexts = new AtomicReferenceArray<>(threads);
        AtomicInteger answers = new AtomicInteger();
        AtomicInteger failures = new AtomicInteger();
        AtomicInteger stopped = new AtomicInteger();
        kind.run(
                threads,
                index -> {
                    SplittableRandom random = new SplittableRandom(index);
                    int seen = 0;
                    for (int i = 0; i < CALLS / threads; i++) {
                        int key = random.nextInt(KEYS);
                        long asked = log.now();
                        GivenContext context = new GivenContext();
                        contexts.set(index, context);
                        try {
                            log.told(key, calls.call(key, context), asked);
                            answers.incrementAndGet();
                        } catch (Failed failed) {
                            log.told(key, failed.call, asked);
                            failures.incrementAndGet();
                        } catch (InterruptedException e) {
                            seen++;
                            stopped.incrementAndGet();
                        }
                        if (Thread.interrupted()) {
                            seen++;
                        }
                        assertThat(seen).as("interrupts are one's own").isLessThanOrEqualTo(sent.get(index));
                    }
                },
                running -> disturb(running, sent, contexts));

        log.check();
        assertThat(calls.isEmpty()).as("nothing is left").isTrue();
        assertThat(flight.counts().made()).isEqualTo(log.calls.get());
        assertThat(answers.get() + failures.get() + stopped.get()).isEqualTo(CALLS / threads * threads);
        assertThat(flight.counts().joined()).as("they met").isPositive();
        assertThat(failures).hasPositiveValue();
        assertThat(stopped.get()).as("interrupts reached them").isPositive();
        assertThat(modelsStopped).as("and those inside the model").hasPositiveValue();
    }

    /** Interrupts one, and gives up the call of another, which does not hear of it. */
    private static void disturb(
            List<Thread> running, AtomicIntegerArray sent, AtomicReferenceArray<GivenContext> contexts) {
        int index = ThreadLocalRandom.current().nextInt(running.size());
        sent.incrementAndGet(index);
        running.get(index).interrupt();
        GivenContext given = contexts.get(ThreadLocalRandom.current().nextInt(running.size()));
        if (given != null) {
            given.up();
        }
        LockSupport.parkNanos(50_000);
    }
}
