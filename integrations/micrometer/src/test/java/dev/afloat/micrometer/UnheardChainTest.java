package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.sun.management.ThreadMXBean;
import dev.afloat.FallbackChain;
import dev.afloat.event.ChainListener;
import java.lang.management.ManagementFactory;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a chain costs to which nobody listens. */
class UnheardChainTest {
    private static final int CALLS = 20_000;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
            .model("model", in -> in, tier -> tier.withoutTimeLimit().withoutCircuitBreaker())
            .local("net", in -> "net")
            .build();

    /** Returns the bytes that a call takes, in the best of some rounds: compilers do not work on this thread. */
    private long bytes() {
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < CALLS; i++) {
                Objects.requireNonNull(chain.execute("in"));
            }
            least = Math.min(least, (threads.getCurrentThreadAllocatedBytes() - before) / CALLS);
        }
        return least;
    }

    @Test
    void no_event_is_made_while_nobody_listens() {
        long[] told = {0};
        ChainListener listener = event -> told[0]++;
        long unheard = bytes();
        chain.addListener(listener);
        long heard = bytes();
        chain.removeListener(listener);

        assertThat(told[0]).isEqualTo(10L * CALLS);
        assertThat(heard - unheard).as("an event").isBetween(24L, 100L);
        assertThat(bytes()).as("as before").isCloseTo(unheard, within(8L));
    }
}
