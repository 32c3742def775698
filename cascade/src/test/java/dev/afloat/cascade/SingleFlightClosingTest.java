package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.outcome.ChainClosedException;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Two chains that share the calls of one model, one of which is closed in the middle, at any moment. */
@Tag("real-clock")
@Timeout(300)
class SingleFlightClosingTest {
    private static final int ROUNDS = Integer.getInteger("afloat.flights.rounds", 150);
    private static final int THREADS = 8;
    private static final Duration LONG = Duration.ofSeconds(100);

    private final SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);
    private final Queue<CompletableFuture<String>> toAnswer = new ConcurrentLinkedQueue<>();
    private final AtomicInteger closedOn = new AtomicInteger();

    static Stream<FlightThreads> had() {
        return FlightThreads.had();
    }

    private String model() throws InterruptedException {
        long end = System.nanoTime() + ThreadLocalRandom.current().nextLong(1_000_000);
        boolean deaf = ThreadLocalRandom.current().nextInt(4) == 0;
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
            if (Thread.interrupted() && !deaf) {
                throw new InterruptedException();
            }
        }
        return "answer";
    }

    private CompletableFuture<String> stage() throws InterruptedException {
        CompletableFuture<String> stage = new CompletableFuture<>();
        if (ThreadLocalRandom.current().nextInt(4) == 0) {
            stage.complete(model());
        } else {
            toAnswer.add(stage);
        }
        return stage;
    }

    private static FallbackChainBuilder<String, String> chain() {
        return FallbackChain.named("closing");
    }

    @ParameterizedTest
    @MethodSource("had")
    void a_chain_that_is_closed_takes_no_request_of_another_along(FlightThreads kind) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            SingleFlightCalls<String, String> calls = new SingleFlightCalls<>(flight, (question, context) -> model());
            try (FallbackChain<String, String> closing = chain().modelWithContext(
                                    "model", calls::call, tier -> tier.timeLimit(LONG))
                            .withoutSafetyNet()
                            .build();
                    FallbackChain<String, String> open = chain().modelWithContext(
                                    "model", calls::call, tier -> tier.timeLimit(LONG))
                            .withoutSafetyNet()
                            .build()) {
                closeOne(kind, closing, open);
                FlightCrowd.await("nothing is left", calls::isEmpty);
            }
        }
        assertThat(closedOn).as("some were closed on").hasPositiveValue();
        assertThat(flight.counts().joined()).as("they met").isPositive();
    }

    @ParameterizedTest
    @MethodSource("had")
    void nor_along_with_a_stage_that_they_share(FlightThreads kind) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            SingleFlightAsyncCalls<String, String> calls = new SingleFlightAsyncCalls<>(flight, question -> stage());
            try (FallbackChain<String, String> closing = chain().asyncModelWithContext(
                                    "model", calls, tier -> tier.timeLimit(LONG).ownsStage())
                            .withoutSafetyNet()
                            .build();
                    FallbackChain<String, String> open = chain().asyncModelWithContext(
                                    "model", calls, tier -> tier.timeLimit(LONG).ownsStage())
                            .withoutSafetyNet()
                            .build()) {
                closeOne(kind, closing, open);
                FlightCrowd.await("nothing is left", calls::isEmpty);
            }
        }
        assertThat(closedOn).as("some were closed on").hasPositiveValue();
        assertThat(flight.counts().joined()).as("they met").isPositive();
    }

    private void closeOne(FlightThreads kind, FallbackChain<String, String> closing, FallbackChain<String, String> open)
            throws Exception {
        long closesAt = System.nanoTime() + ThreadLocalRandom.current().nextLong(2_000_000);
        kind.run(
                THREADS,
                index -> {
                    if (index % 2 == 0) {
                        assertThat(ask(open, index).value()).isEqualTo("answer");
                    } else {
                        askThatCloses(closing, index);
                    }
                },
                running -> {
                    CompletableFuture<String> stage = toAnswer.poll();
                    if (stage != null && ThreadLocalRandom.current().nextBoolean()) {
                        stage.complete("answer");
                    } else if (stage != null) {
                        toAnswer.add(stage);
                    }
                    if (System.nanoTime() - closesAt > 0) {
                        closing.close();
                    }
                    LockSupport.parkNanos(100_000);
                });
        FlightCrowd.await(
                "deaf calls end",
                () -> closing.health().tier("model").load().inFlight() == 0
                        && open.health().tier("model").load().inFlight() == 0);
    }

    private static Result<String> ask(FallbackChain<String, String> chain, int index) throws Exception {
        return index % 4 < 2 ? chain.execute("q") : chain.executeAsync("q").get(100, TimeUnit.SECONDS);
    }

    private void askThatCloses(FallbackChain<String, String> closing, int index) throws Exception {
        try {
            assertThat(ask(closing, index).value()).isEqualTo("answer");
        } catch (ChainClosedException e) {
            closedOn.incrementAndGet();
        } catch (ExecutionException e) {
            assertThat(e).hasCauseInstanceOf(ChainClosedException.class);
            closedOn.incrementAndGet();
        }
    }
}
