package dev.afloat.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.event.ChainEvent;
import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A tier's limit runs from the moment it is entered, not from the moment the tier before it ended. */
@Tag("real-clock")
@Timeout(20)
class EntryTimeAttackTest {

    private static FallbackChain<String, String> chain(AtomicInteger called) {
        return FallbackChain.<String, String>named("feature")
                .model("first", input -> {
                    throw new IllegalStateException();
                })
                .model(
                        "second",
                        input -> {
                            called.incrementAndGet();
                            Pauses.pause(20);
                            return "second";
                        },
                        tier -> tier.timeLimit(Duration.ofMillis(200)))
                .local("local", input -> "local")
                .listener(event -> {
                    if (event instanceof ChainEvent.FellBack fell && fell.from().equals("first")) {
                        Pauses.pauseQuietly(300);
                    }
                })
                .build();
    }

    @Test
    void a_slow_listener_does_not_eat_the_next_tiers_limit() {
        AtomicInteger called = new AtomicInteger();
        try (FallbackChain<String, String> chain = chain(called)) {
            Result<String> result = chain.execute("x");

            assertThat(result.value()).as("%s", result.attempts()).isEqualTo("second");
            assertThat(result.latency()).isGreaterThanOrEqualTo(Duration.ofMillis(300));
        }
    }

    @Test
    void the_budget_holds_for_an_asynchronous_request_with_a_slow_listener() throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .within(Duration.ofMillis(500))
                .model("first", input -> {
                    throw new IllegalStateException();
                })
                .model("second", input -> {
                    never.await();
                    return "second";
                })
                .local("local", input -> "local")
                .listener(event -> {
                    if (event instanceof ChainEvent.FellBack fell && fell.from().equals("first")) {
                        Pauses.pauseQuietly(400);
                    }
                })
                .build()) {
            long start = System.nanoTime();
            assertThat(chain.executeAsync("x").get(5, TimeUnit.SECONDS).value()).isEqualTo("local");
            assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(Duration.ofMillis(800));
        }
    }
}
