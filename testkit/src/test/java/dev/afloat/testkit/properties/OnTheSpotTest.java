package dev.afloat.testkit.properties;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.VirtualTime;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class OnTheSpotTest {
    private final VirtualTime time = new VirtualTime();

    /** Its limit is over with it. */
    @Test
    @SuppressWarnings("NullAway") // a client written without nullness annotations
    void what_follows_a_stage_that_was_complete_when_it_was_returned_has_its_own_time() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .asyncModel(
                        "model",
                        in -> CompletableFuture.completedFuture(null),
                        tier -> tier.timeLimit(Duration.ofMillis(10)))
                .local("net", in -> {
                    time.pause(Duration.ofMillis(20));
                    return "net";
                })
                .timeSource(time)
                .build();

        CompletableFuture<Result<String>> future = chain.executeAsync("in");

        assertThat(future).isCompletedWithValueMatching(result -> result.value().equals("net"));
        assertThat(future.join().latency()).isEqualTo(Duration.ofMillis(20));
    }
}
