package dev.afloat.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import dev.afloat.FallbackChain;
import dev.afloat.failure.QualityFailureException;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What a request allocates where nobody listens: not one event. Compared within one run, after the same warm-up, by bytes and not by time; on the
 * caller's thread, where they can be counted.
 */
@Tag("real-clock")
@Timeout(120)
class NobodyListensTest {
    private static final int CALLS = 20_000;
    private static final int ROUNDS = 15;
    private static final int SMALLEST_EVENT = 32;

    private static @Nullable ThreadMXBean threads;

    private volatile @Nullable ChainEvent latest;

    @BeforeAll
    static void counts() {
        threads = ManagementFactory.getThreadMXBean() instanceof ThreadMXBean bean ? bean : null;
        assumeTrue(
                threads != null && threads.isThreadAllocatedMemorySupported(),
                "This JVM does not count what a thread allocates");
    }

    private static FallbackChain<String, String> chain() {
        return FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        question -> {
                            if (question.equals("poor")) {
                                throw new QualityFailureException("poor");
                            }
                            return question;
                        },
                        tier -> tier.withoutTimeLimit().withoutCircuitBreaker())
                .local("rules", question -> "sorry")
                .build();
    }

    private static long allocated() {
        ThreadMXBean bean = threads;
        return bean == null ? 0 : bean.getCurrentThreadAllocatedBytes();
    }

    /** Returns how many bytes one request takes, at best of several rounds: the compiler is at work beside. */
    private static double bytes(FallbackChain<String, String> chain, String question) {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < ROUNDS; round++) {
            long before = allocated();
            for (int i = 0; i < CALLS; i++) {
                chain.execute(question);
            }
            least = Math.min(least, allocated() - before);
        }
        return (double) least / CALLS;
    }

    @ParameterizedTest
    @ValueSource(strings = {"good", "poor"})
    void a_request_takes_what_it_takes_in_a_chain_that_never_had_a_listener(String question) {
        ChainListener listener = event -> latest = event;
        try (FallbackChain<String, String> never = chain();
                FallbackChain<String, String> once = chain()) {
            // All that is compiled has seen chains with a listener and without.
            once.addListener(listener);
            bytes(once, question);
            bytes(never, question);

            double heard = bytes(once, question);
            assertThat(once.removeListener(listener)).isTrue();
            latest = null;
            double unheard = bytes(once, question);
            double bare = bytes(never, question);

            assertThat(latest).isNull();
            assertThat(unheard).isCloseTo(bare, within(1.0));
            int events = question.equals("good") ? 1 : 2;
            assertThat(heard - unheard)
                    .as("what %s events take", events)
                    .isGreaterThanOrEqualTo(events * SMALLEST_EVENT);
        }
    }
}
