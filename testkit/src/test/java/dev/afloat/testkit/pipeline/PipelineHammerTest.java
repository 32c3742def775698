package dev.afloat.testkit.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.call.ContextCarrier;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.pipeline.Branch;
import dev.afloat.pipeline.Pipeline;
import dev.afloat.pipeline.PipelineEvent;
import dev.afloat.pipeline.PipelineFailedException;
import dev.afloat.pipeline.PipelineResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many callers at once, who wait, do not wait, go away and are interrupted: each request ends once, and nothing is left. */
@Tag("real-clock")
@Timeout(120)
class PipelineHammerTest {
    private static final int CALLERS = 8;
    private static final int REQUESTS = 500;
    private static final ThreadLocal<String> CALLER = new ThreadLocal<>();

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger told = new AtomicInteger();
    private final AtomicInteger lost = new AtomicInteger();

    private String work(String in, int step) throws IOException {
        if (!in.startsWith(String.valueOf(CALLER.get()))) {
            lost.incrementAndGet();
        }
        int what = (in.hashCode() >>> step) & 7;
        if (what == 0) {
            throw new IOException("down");
        } else if (what == 1) {
            LockSupport.parkNanos(Duration.ofMillis(30).toNanos());
        } else if (what == 2) {
            LockSupport.parkNanos(Duration.ofMillis(2).toNanos());
        }
        return in;
    }

    private Pipeline<String, String> pipeline() {
        return Pipeline.<String>named("hammered")
                .within(Duration.ofMillis(60))
                .step(
                        "a",
                        in -> work(in, 1),
                        step -> step.optional(in -> in)
                                .minimum(Duration.ofMillis(5))
                                .overhead(Duration.ZERO))
                .<String>parallel("both", group -> {
                    Branch<String> b = group.step("b", in -> work(in, 4), step -> step.fallback(in -> in));
                    Branch<Optional<String>> c = group.step(
                                    "c",
                                    (String in) -> work(in, 7),
                                    step -> step.minimum(Duration.ZERO).overhead(Duration.ofMillis(5)))
                            .optional();
                    return results ->
                            results.get(b) + results.get(c).map(value -> "").orElse("");
                })
                .step("d", in -> work(in, 10))
                .carrier(ContextCarrier.of(CALLER))
                .listener(event -> {
                    if (!(event instanceof PipelineEvent.StepEnded)) {
                        told.incrementAndGet();
                    }
                })
                .build();
    }

    private void call(Pipeline<String, String> pipeline, Random random, String in) {
        begun.incrementAndGet();
        CALLER.set(in.substring(0, in.indexOf(':')));
        try {
            if (random.nextBoolean()) {
                if (random.nextInt(8) == 0) {
                    Thread.currentThread().interrupt();
                }
                check(in, pipeline.execute(in));
                return;
            }
            CompletableFuture<PipelineResult<String>> asked = pipeline.executeAsync(in);
            if (random.nextInt(4) == 0) {
                LockSupport.parkNanos(random.nextInt(3_000_000));
                asked.cancel(true);
            }
            check(
                    in,
                    asked.handle((result, failure) -> {
                                if (failure != null
                                        && !(unwrapped(failure) instanceof PipelineFailedException)
                                        && !asked.isCancelled()) {
                                    throw new AssertionError(failure);
                                }
                                return result;
                            })
                            .get(20, TimeUnit.SECONDS));
        } catch (PipelineFailedException e) {
            assertThat(e.steps()).isNotEmpty();
        } catch (ChainCancelledException e) {
            assertThat(Thread.interrupted()).isTrue();
        } catch (Exception e) {
            throw new AssertionError(in, e);
        } finally {
            Thread.interrupted();
        }
    }

    private static @Nullable Throwable unwrapped(Throwable failure) {
        return failure instanceof CompletionException ? failure.getCause() : failure;
    }

    private static void check(String in, @Nullable PipelineResult<String> result) {
        if (result != null) {
            assertThat(result.value()).isEqualTo(in);
            assertThat(result.steps()).hasSize(4);
        }
    }

    @Test
    void each_request_ends_once_and_nothing_is_left() throws Exception {
        ExecutorService callers = Executors.newFixedThreadPool(CALLERS);
        Pipeline<String, String> pipeline = pipeline();
        List<Future<?>> all = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            int caller = i;
            all.add(callers.submit(() -> {
                Random random = new Random(caller);
                for (int j = 0; j < REQUESTS; j++) {
                    call(pipeline, random, caller + ":" + random.nextLong());
                }
            }));
        }
        for (Future<?> each : all) {
            each.get(100, TimeUnit.SECONDS);
        }
        callers.shutdownNow();
        pipeline.close();

        assertThat(begun).hasValue(CALLERS * REQUESTS);
        assertThat(told).as("one event at the end of each").hasValue(CALLERS * REQUESTS);
        assertThat(lost).as("contexts").hasValue(0);
        for (int i = 0; i < 500 && left() > 0; i++) {
            LockSupport.parkNanos(Duration.ofMillis(20).toNanos());
        }
        assertThat(left()).as("threads").isZero();
    }

    private static long left() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("hammered"))
                .count();
    }
}
