package dev.afloat;

import static dev.afloat.Eventually.eventually;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Asynchronous requests whose lower tiers are slow keep nobody else from the model, nor from their answer in time. */
@Tag("real-clock")
@Timeout(120)
class SlowLowerTiersTest {
    private final CountDownLatch release = new CountDownLatch(1);
    private final AtomicInteger slowLocals = new AtomicInteger();

    private final FallbackChain<String, String> chain = FallbackChain.<String, String>named("pool")
            .model(
                    "model",
                    in -> {
                        if (in.equals("fail")) {
                            throw new IllegalStateException("down");
                        }
                        if (in.equals("hang")) {
                            new CountDownLatch(1).await();
                        }
                        return "model";
                    },
                    tier -> tier.timeLimit(Duration.ofMillis(300))
                            .maxConcurrent(16)
                            .withoutCircuitBreaker())
            .local("net", this::net)
            .build();

    private String net(String in) {
        if (in.equals("fail")) {
            slowLocals.incrementAndGet();
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
        return "net";
    }

    @AfterEach
    void end() {
        release.countDown();
        chain.close();
    }

    private List<CompletableFuture<Result<String>>> slowLowerTiers(int count) {
        List<CompletableFuture<Result<String>>> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            int before = slowLocals.get();
            all.add(chain.executeAsync("fail"));
            eventually("the next", () -> slowLocals.get() > before);
        }
        return all;
    }

    @Test
    void a_model_that_is_well_and_has_all_its_permits_is_called() {
        List<CompletableFuture<Result<String>>> slow = slowLowerTiers(400);
        Result<String> result = chain.execute("well");
        assertThat(slow).noneMatch(CompletableFuture::isDone);
        assertThat(result.tier()).isEqualTo("model");
    }

    @Test
    void a_hung_call_is_answered_while_lower_tiers_of_others_are_slow() throws Exception {
        List<CompletableFuture<Result<String>>> slow = slowLowerTiers(398);
        for (int i = 0; i < 4; i++) {
            slow.add(chain.executeAsync("fail"));
        }
        CompletableFuture<Result<String>> hung = chain.executeAsync("hang");
        eventually("all slow or refused", () -> slowLocals.get() >= 400);
        Result<String> result = hung.get(5, TimeUnit.SECONDS);
        assertThat(result.value()).isEqualTo("net");
    }
}
