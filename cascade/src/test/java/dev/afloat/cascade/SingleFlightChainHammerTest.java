package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.call.CallContext;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.outcome.Result;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests of chains that share calls: with little time, cancelled and interrupted, of a model that fails, hangs and is deaf. */
@Tag("real-clock")
@Timeout(300)
class SingleFlightChainHammerTest {
    private static final int REQUESTS = Integer.getInteger("afloat.flights.requests", 6_000);
    private static final int THREADS = 24;
    private static final int KEYS = 3;

    /** An answer of the safety net. */
    private static final int STATIC = -1;

    /** The machine has its moments; a request that nobody ends takes longer. */
    private static final long LATE = TimeUnit.SECONDS.toNanos(10);

    private final FlightLog log = new FlightLog();
    private final SingleFlight<Integer, Integer> flight = SingleFlight.by(Scope.shared(), key -> key);
    private final SingleFlightCalls<Integer, Integer> calls = new SingleFlightCalls<>(flight, this::model);
    private final SingleFlightAsyncCalls<Integer, Integer> asyncCalls =
            new SingleFlightAsyncCalls<>(flight, this::asyncModel);
    private final List<CompletableFuture<Integer>> stages = new CopyOnWriteArrayList<>();
    private final Queue<Runnable> toAnswer = new ConcurrentLinkedQueue<>();
    private final AtomicInteger answered = new AtomicInteger();
    private final AtomicInteger fellBack = new AtomicInteger();
    private final AtomicInteger left = new AtomicInteger();
    private final AtomicInteger errors = new AtomicInteger();
    private volatile boolean healthy;

    private int model(int key, @Nullable CallContext context) throws Exception {
        int call = log.begins(key);
        int dice = healthy ? 15 : ThreadLocalRandom.current().nextInt(16);
        switch (dice) {
            case 0 -> throw new IOException("model");
            case 1 -> throw new StackOverflowError("model");
            case 2 -> throw new AssertionError("model");
            case 3, 4 -> hang(false);
            case 5 -> hang(true);
            case 6, 7, 8 -> LockSupport.parkNanos(300_000);
            default -> LockSupport.parkNanos(20_000);
        }
        return call;
    }

    /** For longer than anybody has time. */
    private static void hang(boolean deaf) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(30);
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
            if (Thread.interrupted() && !deaf) {
                throw new InterruptedException();
            }
        }
    }

    private CompletableFuture<Integer> asyncModel(int key) throws Exception {
        int call = log.begins(key);
        int dice = healthy ? 0 : ThreadLocalRandom.current().nextInt(16);
        if (dice == 1) {
            throw new IOException("model");
        }
        if (dice < 4) {
            if (dice > 1) {
                hang(dice == 2);
            }
            return CompletableFuture.completedFuture(call);
        }
        CompletableFuture<Integer> stage = new CompletableFuture<>();
        if (dice < 7) {
            toAnswer.add(() -> stage.completeExceptionally(new IOException("model")));
        } else if (dice < 14) {
            toAnswer.add(() -> stage.complete(call));
        }
        stages.add(stage); // or it never completes
        return stage;
    }

    static Stream<FlightThreads> had() {
        return FlightThreads.had();
    }

    @ParameterizedTest
    @MethodSource("had")
    void each_request_ends_in_its_own_time(FlightThreads kind) throws Exception {
        try (FallbackChain<Integer, Integer> chain = FallbackChain.<Integer, Integer>named("flight-hammer")
                .modelWithContext(
                        "model",
                        calls::call,
                        tier -> tier.timeLimit(Duration.ofMillis(8)).withoutCircuitBreaker())
                .local("static", key -> STATIC)
                .build()) {
            hammer(kind, chain, true);
        }
        assertThat(calls.isEmpty()).as("nothing is left").isTrue();
        assertThat(errors).as("of the model's").hasPositiveValue();
    }

    @ParameterizedTest
    @MethodSource("had")
    void each_request_for_a_shared_stage_ends_in_its_own_time(FlightThreads kind) throws Exception {
        try (FallbackChain<Integer, Integer> chain = FallbackChain.<Integer, Integer>named("flight-hammer")
                .asyncModelWithContext(
                        "model",
                        asyncCalls,
                        tier -> tier.timeLimit(Duration.ofMillis(8)).ownsStage().withoutCircuitBreaker())
                .local("static", key -> STATIC)
                .build()) {
            hammer(kind, chain, true);
            FlightCrowd.await(
                    "stages nobody waits for are ended", () -> stages.stream().allMatch(CompletableFuture::isDone));
        }
        FlightCrowd.await("nothing is left", asyncCalls::isEmpty);
        assertThat(stages).as("some never completed").anyMatch(CompletableFuture::isCancelled);
    }

    @ParameterizedTest
    @MethodSource("had")
    void so_does_each_behind_a_cache(FlightThreads kind) throws Exception {
        ResponseCache<Integer, Integer> cache = ResponseCache.<Integer, Integer>builder()
                .name("flight-hammer")
                .key(key -> key)
                .scope(Scope.shared())
                .freshFor(Duration.ofMillis(2))
                .staleFor(Duration.ofMillis(4))
                .build();
        try (FallbackChain<Integer, Integer> chain = FallbackChain.<Integer, Integer>named("flight-hammer")
                .tier(cache.freshTier("fresh"))
                .modelWithContext(
                        "model",
                        calls::call,
                        tier -> tier.timeLimit(Duration.ofMillis(8)).withoutCircuitBreaker())
                .local("static", key -> STATIC)
                .build()) {
            hammer(kind, chain, false);
        }
        assertThat(calls.isEmpty()).as("nothing is left").isTrue();
    }

    private void hammer(FlightThreads kind, FallbackChain<Integer, Integer> chain, boolean nothingKept)
            throws Exception {
        kind.run(
                THREADS,
                index -> {
                    SplittableRandom random = new SplittableRandom(index);
                    for (int i = 0; i < REQUESTS / THREADS; i++) {
                        request(chain, random, nothingKept);
                    }
                },
                this::disturb);

        FlightCrowd.await("all calls end", () -> {
            answerAll();
            return chain.health().tier("model").load().inFlight() == 0;
        });
        if (nothingKept) {
            log.check();
        }
        assertThat(flight.counts().made()).isEqualTo(log.calls.get());
        assertThat(flight.counts().joined()).as("they met").isPositive();
        assertThat(answered.get() + fellBack.get() + left.get() + errors.get()).isEqualTo(REQUESTS / THREADS * THREADS);
        assertThat(List.of(answered.get(), fellBack.get(), left.get())).allMatch(times -> times > 0);

        healthy = true;
        AtomicInteger later = new AtomicInteger(STATIC);
        FlightCrowd.await("served again", () -> {
            later.set(chain.execute(KEYS).value());
            return later.get() != STATIC; // it may have been late
        });
        assertThat(later).as("a new call").hasValue(log.calls.get());
    }

    private void request(FallbackChain<Integer, Integer> chain, SplittableRandom random, boolean nothingKept) {
        int key = random.nextInt(KEYS);
        Duration budget = Duration.ofNanos(random.nextLong(12_000_000));
        boolean cancels = random.nextInt(6) == 0;
        long asked = log.now();
        long began = System.nanoTime();
        try {
            Result<Integer> result;
            if (random.nextBoolean()) {
                result = chain.execute(key, Deadline.after(budget));
            } else {
                CompletableFuture<Result<Integer>> future = chain.executeAsync(key, Deadline.after(budget));
                if (cancels) {
                    LockSupport.parkNanos(random.nextLong(1_000_000));
                    if (future.cancel(true)) {
                        left.incrementAndGet();
                        return;
                    }
                }
                result = future.get();
            }
            if (result.value() == STATIC) {
                fellBack.incrementAndGet();
            } else {
                answered.incrementAndGet();
                if (nothingKept) {
                    log.told(key, result.value(), asked);
                }
            }
        } catch (ChainCancelledException | InterruptedException e) {
            left.incrementAndGet();
        } catch (AssertionError | ExecutionException e) {
            Throwable cause = e instanceof ExecutionException ? e.getCause() : e;
            assertThat(cause).isInstanceOf(AssertionError.class).hasMessage("model");
            errors.incrementAndGet();
        }
        boolean unused = Thread.interrupted();
        assertThat(System.nanoTime() - began).as("in time").isLessThan(budget.toNanos() + LATE);
    }

    private void disturb(List<Thread> running) {
        if (ThreadLocalRandom.current().nextInt(4) == 0) {
            running.get(ThreadLocalRandom.current().nextInt(running.size())).interrupt();
        }
        answerAll();
        LockSupport.parkNanos(200_000);
    }

    private void answerAll() {
        for (Runnable answer = toAnswer.poll(); answer != null; answer = toAnswer.poll()) {
            answer.run();
        }
    }

    @AfterEach
    void no_thread_is_left() {
        FlightCrowd.await(
                "no thread of the chain's",
                () -> Thread.getAllStackTraces().keySet().stream()
                        .noneMatch(thread -> thread.getName().startsWith("afloat-flight-hammer")));
    }
}
