package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainListener;
import dev.afloat.guard.CircuitBreakerSpec;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests of callers whose stack is nearly used up. */
@Tag("real-clock")
@Timeout(120)
class NoRoomTest {
    private static final int LEVELS = 150;

    private final AtomicInteger begun = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();

    /** Asks at each of the last frames of a stack. */
    @SuppressWarnings("InfiniteRecursion") // until there is no room
    private static void deeper(Runnable asking, int[] asked) {
        try {
            deeper(asking, asked);
        } catch (StackOverflowError e) {
            // Here is the end.
        }
        if (asked[0]++ < LEVELS) {
            try {
                asking.run();
            } catch (StackOverflowError | CompletionException e) {
                // No room.
            }
        }
    }

    private static void atTheEndOfAStack(long bytes, Runnable asking) throws InterruptedException {
        Thread shallow = new Thread(null, () -> deeper(asking, new int[1]), "shallow", bytes);
        shallow.start();
        shallow.join();
    }

    private final class Counting implements ChainListener {
        @Override
        public boolean hearsStarts() {
            return true;
        }

        @Override
        public void onEvent(ChainEvent event) {
            if (event instanceof ChainEvent.Started) {
                begun.incrementAndGet();
            } else if (event instanceof ChainEvent.Answered || event instanceof ChainEvent.Unanswered) {
                ended.incrementAndGet();
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void a_request_that_was_told_to_begin_is_told_to_end_though_the_callers_stack_is_used_up(Form form)
            throws InterruptedException {
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model("model", in -> in)
                .local("net", in -> "net")
                .listener(new Counting())
                .build()) {
            assertThat(form.ask(chain, "in").value()).isEqualTo("in");

            atTheEndOfAStack(256 * 1024, () -> form.ask(chain, "in"));

            assertThat(ended.get()).as("ends of %s starts", begun).isEqualTo(begun.get());
        }
    }

    @Test
    void a_breaker_closes_again_after_stacks_were_used_up_in_the_middle_of_its_work() throws InterruptedException {
        ForwardTime time = new ForwardTime();
        AtomicBoolean down = new AtomicBoolean(true);
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        in -> {
                            if (down.get()) {
                                throw new IllegalStateException("down");
                            }
                            return in;
                        },
                        tier -> tier.withoutTimeLimit()
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, Duration.ofMillis(100))))
                .local("net", in -> "net")
                .listener(new Counting())
                .timeSource(time)
                .build();
        chain.execute("in");
        time.advance(Duration.ofSeconds(1));
        chain.execute("in");
        for (int i = 0; i < 300; i++) {
            time.advance(Duration.ofSeconds(1));
            atTheEndOfAStack(256 * 1024 + i * 64L, () -> chain.execute("in"));
        }
        down.set(false);
        for (int i = 0; i < 5; i++) {
            time.advance(Duration.ofSeconds(1));
            chain.execute("in");
        }

        assertThat(chain.execute("in").tier())
                .as("%s", chain.health().tier("model"))
                .isEqualTo("model");
    }
}
