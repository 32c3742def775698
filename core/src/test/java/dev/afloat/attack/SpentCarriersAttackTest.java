package dev.afloat.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Calls that compute without end take the carriers of all virtual threads: who waited for a permit is answered all the same. */
@Tag("real-clock")
@Timeout(120)
class SpentCarriersAttackTest {
    private static final int CARRIERS = Runtime.getRuntime().availableProcessors();

    private final AtomicBoolean over = new AtomicBoolean();
    private final CountDownLatch spinning = new CountDownLatch(CARRIERS);

    private String spin(String input) {
        spinning.countDown();
        while (!over.get()) {
            Thread.onSpinWait();
        }
        return input;
    }

    @Test
    void a_request_that_is_let_in_late_has_its_limit_watched_though_no_virtual_thread_runs() throws Exception {
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("spinning")
                .model(
                        "model",
                        this::spin,
                        tier -> tier.timeLimit(Duration.ofSeconds(1))
                                .maxConcurrent(2 * CARRIERS)
                                .maxWait(Duration.ofMillis(900)))
                .local("net", input -> "net")
                .build()) {
            List<CompletableFuture<Result<String>>> requests = new ArrayList<>();
            for (int i = 0; i < 2 * CARRIERS; i++) {
                requests.add(chain.executeAsync("inside"));
            }
            spinning.await(20, TimeUnit.SECONDS);
            CompletableFuture<?> later = CompletableFuture.runAsync(
                    () -> {
                        for (int i = 0; i < 2 * CARRIERS; i++) {
                            requests.add(chain.executeAsync("waits"));
                        }
                    },
                    CompletableFuture.delayedExecutor(400, TimeUnit.MILLISECONDS));
            later.get(20, TimeUnit.SECONDS);

            for (CompletableFuture<Result<String>> request : requests) {
                assertThat(request).as("the answer to a request").succeedsWithin(Duration.ofSeconds(20));
                assertThat(request.join().tier()).isEqualTo("net");
            }
        } finally {
            over.set(true);
        }
    }
}
