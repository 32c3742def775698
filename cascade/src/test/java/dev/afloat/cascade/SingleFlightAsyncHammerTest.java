package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Many threads that share stages, leave them at any moment, and ask again from inside an answer. */
@Tag("real-clock")
@Timeout(300)
class SingleFlightAsyncHammerTest {
    private static final int CALLS = Integer.getInteger("afloat.flights", 100_000);
    private static final int KEYS = 4;

    private final FlightLog log = new FlightLog();
    private final SingleFlight<Integer, Integer> flight = SingleFlight.by(Scope.shared(), key -> key);
    private final Queue<Runnable> toAnswer = new ConcurrentLinkedQueue<>();
    private final AtomicInteger cancelled = new AtomicInteger();
    private final AtomicInteger again = new AtomicInteger();
    private final AtomicInteger stale = new AtomicInteger();
    private final SingleFlightAsyncCalls<Integer, Integer> calls = new SingleFlightAsyncCalls<>(flight, this::model);

    private CompletableFuture<Integer> model(int key) {
        int call = log.begins(key);
        CompletableFuture<Integer> stage = new CompletableFuture<>() {
            @Override
            public boolean cancel(boolean interrupt) {
                boolean mine = super.cancel(interrupt);
                if (mine) {
                    cancelled.incrementAndGet();
                }
                return mine;
            }
        };
        if (call % 7 == 0) {
            stage.complete(call);
        } else if (call % 5 == 0) {
            toAnswer.add(() -> stage.completeExceptionally(new IllegalStateException(Integer.toString(call))));
        } else {
            toAnswer.add(() -> stage.complete(call));
        }
        return stage;
    }

    static Stream<Arguments> crowds() {
        return FlightThreads.had().flatMap(kind -> Stream.of(8, 32).map(threads -> Arguments.of(kind, threads)));
    }

    @ParameterizedTest
    @MethodSource("crowds")
    void nobodys_stage_is_ended_by_another(FlightThreads kind, int threads) throws Exception {
        AtomicInteger left = new AtomicInteger();
        kind.run(
                threads,
                index -> {
                    SplittableRandom random = new SplittableRandom(index);
                    for (int i = 0; i < CALLS / threads; i++) {
                        int key = random.nextInt(KEYS);
                        long asked = log.now();
                        CompletableFuture<Integer> stage =
                                calls.call(key, new GivenContext()).toCompletableFuture();
                        if (random.nextInt(3) == 0 && stage.cancel(true)) {
                            left.incrementAndGet();
                            continue;
                        }
                        if (random.nextInt(8) == 0) {
                            CompletableFuture<Integer> unused = stage.whenComplete((call, failure) -> {
                                askAgain(key, call(call, failure));
                            });
                        }
                        log.told(
                                key,
                                stage.handle(SingleFlightAsyncHammerTest::call).get(120, TimeUnit.SECONDS),
                                asked);
                    }
                },
                running -> {
                    Runnable answer = toAnswer.poll();
                    if (answer != null) {
                        answer.run();
                    } else {
                        LockSupport.parkNanos(10_000);
                    }
                });
        for (Runnable last = toAnswer.poll(); last != null; last = toAnswer.poll()) {
            last.run(); // what was asked from inside an answer
        }

        log.check();
        assertThat(stale).as("told again of what had just ended").hasValue(0);
        assertThat(calls.isEmpty()).as("nothing is left").isTrue();
        assertThat(flight.counts().made()).isEqualTo(log.calls.get());
        assertThat(flight.counts().joined()).as("they met").isPositive();
        assertThat(List.of(left.get(), again.get(), cancelled.get())).allMatch(times -> times > 0);
    }

    private void askAgain(int key, int told) {
        try {
            CompletableFuture<Void> unused = calls.call(key, new GivenContext())
                    .toCompletableFuture()
                    .handle((call, failure) -> {
                        if (call(call, failure) == told) {
                            stale.incrementAndGet();
                        }
                        again.incrementAndGet();
                        return null;
                    });
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** Which call it was that ended so. */
    private static int call(@Nullable Integer answer, @Nullable Throwable failure) {
        if (failure == null) {
            return answer == null ? 0 : answer;
        }
        Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
        if (cause instanceof IllegalStateException && cause.getMessage() != null) {
            return Integer.parseInt(cause.getMessage());
        }
        throw new AssertionError("ended by another", failure);
    }
}
