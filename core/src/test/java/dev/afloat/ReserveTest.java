package dev.afloat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.outcome.Result;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** In real time every limit fires a little late. */
@Tag("real-clock")
@Timeout(120)
class ReserveTest {

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void a_tier_that_time_was_kept_for_is_called_although_the_limit_before_it_fired_late(boolean waits)
            throws Exception {
        try (FallbackChain<String, String> chain = FallbackChain.<String, String>named("late")
                .within(Duration.ofMillis(600))
                .model("hangs", in -> {
                    new CountDownLatch(1).await();
                    return in;
                })
                .model("kept", in -> in, tier -> tier.minimumTime(Duration.ofMillis(500)))
                .local("net", in -> in)
                .build()) {
            Result<String> result =
                    waits ? chain.execute("in") : chain.executeAsync("in").get(60, TimeUnit.SECONDS);

            assertThat(result.tier()).isEqualTo("kept");
        }
    }
}
