package dev.afloat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Threads belong to chains, not to tiers or calls. */
@Tag("real-clock")
@Timeout(120)
class ThreadCountTest {

    @Test
    void many_tiers_share_the_threads_of_their_chain() {
        FallbackChainBuilder<String, String> builder = FallbackChain.named("crowd-of-tiers");
        for (int i = 0; i < 1_000; i++) {
            builder.model(
                    "model-" + i,
                    in -> {
                        throw new IOException("down");
                    },
                    tier -> tier.withoutCircuitBreaker());
        }
        try (FallbackChain<String, String> chain =
                builder.local("net", in -> "net").build()) {
            for (int i = 0; i < 5; i++) {
                assertThat(chain.execute("in").attempts()).hasSize(1_001);
                assertThat(chain.executeAsync("in").join().attempts()).hasSize(1_001);
            }

            assertThat(Eventually.threadsNamed("afloat-crowd-of-tiers")).hasSizeLessThanOrEqualTo(16);
        }
    }
}
