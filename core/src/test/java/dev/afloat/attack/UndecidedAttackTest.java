package dev.afloat.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.guard.CircuitState;
import io.github.resilience4j.circuitbreaker.CircuitBreakerConfig;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Disabled;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What was found and is a decision, not a repair: these fail. */
@Tag("real-clock")
@Timeout(30)
@Disabled("each needs a decision")
class UndecidedAttackTest {

    @Test
    void our_timeouts_are_failures_of_a_config_that_lists_what_it_records() {
        CircuitBreakerConfig config = CircuitBreakerConfig.custom()
                .slidingWindowSize(2)
                .minimumNumberOfCalls(2)
                .recordExceptions(IOException.class)
                .build();
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .asyncModel(
                        "model",
                        input -> new CompletableFuture<String>(),
                        tier -> tier.circuitBreaker(config).timeLimit(Duration.ofMillis(20)))
                .local("local", input -> "local")
                .build()) {
            chain.execute("x");
            chain.execute("x");
            assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
        }
    }

    @Test
    void a_hook_that_blocks_is_interrupted_when_the_chain_is_closed() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        CountDownLatch freed = new CountDownLatch(1);
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .modelWithContext(
                        "model",
                        (input, context) -> {
                            context.onCancel(() -> {
                                blocked.countDown();
                                try {
                                    new CountDownLatch(1).await();
                                } catch (InterruptedException e) {
                                    freed.countDown();
                                }
                            });
                            Pauses.pause(10_000);
                            return "late";
                        },
                        tier -> tier.timeLimit(Duration.ofMillis(50)))
                .local("local", input -> "local")
                .build();
        chain.execute("x");
        assertThat(blocked.await(5, TimeUnit.SECONDS)).isTrue();
        chain.close();
        assertThat(freed.await(2, TimeUnit.SECONDS)).isTrue();
    }
}
