package dev.afloat.attack;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A caller near the end of its stack overflows before anything is taken that it could not give back. */
@Tag("real-clock")
@Timeout(60)
class StackRoomAttackTest {

    @Test
    void no_permit_is_lost_and_nothing_hangs_near_the_end_of_the_stack() throws Exception {
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("feature")
                .model(
                        "model",
                        input -> "model",
                        tier -> tier.maxConcurrent(100_000).timeLimit(Duration.ofSeconds(2)))
                .local("local", input -> "local")
                .build()) {
            for (int i = 0; i < 2_000; i++) {
                chain.execute("warm"); // compiled frames are smaller than those of a first call
            }
            for (int round = 0; round < 6; round++) {
                int[] left = {400};
                Thread deep = new Thread(null, () -> climb(() -> chain.execute("x"), left), "deep", 512 * 1024);
                deep.setDaemon(true);
                deep.start();
                deep.join(10_000);

                assertThat(deep.isAlive()).isFalse();
                assertThat(left[0]).isLessThanOrEqualTo(0);
            }
            for (int i = 0; i < 100 && chain.health().tier("model").load().inFlight() > 0; i++) {
                Pauses.pause(20);
            }
            assertThat(chain.health().tier("model").load().inFlight()).isZero();
        }
    }

    /** Goes down to the end of the stack and makes the call at every step of the way back. */
    @SuppressWarnings("InfiniteRecursion")
    private static void climb(Runnable call, int[] left) {
        try {
            climb(call, left);
        } catch (StackOverflowError e) {
            // as far as it goes
        }
        if (left[0]-- > 0) {
            try {
                call.run();
            } catch (StackOverflowError e) {
                // what a caller that deep has to expect
            }
        }
    }
}
