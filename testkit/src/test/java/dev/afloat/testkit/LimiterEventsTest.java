package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.outcome.Outcome;
import dev.afloat.outcome.Result;
import io.github.resilience4j.timelimiter.TimeLimiterConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is to be seen of the limiter from outside: the configuration a user has already. */
class LimiterEventsTest {
    private final VirtualTime time = new VirtualTime();
    private boolean interrupted;

    private FallbackChain<String, String> chain(TimeLimiterConfig config) {
        return FallbackChain.<String, String>named("search")
                .model("model", this::hang, tier -> tier.timeLimit(config))
                .local("net", in -> "net")
                .timeSource(time)
                .build();
    }

    private String hang(String in) throws InterruptedException {
        try {
            time.pause(Duration.ofSeconds(9));
            return in;
        } catch (InterruptedException e) {
            interrupted = true;
            throw e;
        }
    }

    private static TimeLimiterConfig config(boolean cancelRunningFuture) {
        return TimeLimiterConfig.custom()
                .timeoutDuration(Duration.ofMillis(650))
                .cancelRunningFuture(cancelRunningFuture)
                .build();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void the_timeout_of_the_configuration_is_the_limit_whatever_it_says_of_cancelling(boolean cancelRunningFuture) {
        FallbackChain<String, String> chain = chain(config(cancelRunningFuture));

        Result<String> result = chain.execute("in");

        AfloatAssertions.assertThat(result)
                .wasServedBy("net")
                .hasAttempt("model", Outcome.TIMEOUT)
                .hasLatency(Duration.ofMillis(650));
        assertThat(interrupted).as("the call was interrupted").isTrue();
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
        assertThat(chain.describe().tiers().get(0).timeLimit()).contains(Duration.ofMillis(650));
    }

    @Test
    void the_later_of_two_limits_holds() {
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        this::hang,
                        tier -> tier.timeLimit(Duration.ofSeconds(2)).timeLimit(config(true)))
                .local("net", in -> "net")
                .timeSource(time)
                .build();

        AfloatAssertions.assertThat(chain.execute("in")).hasLatency(Duration.ofMillis(650));
    }

    @Test
    void a_configuration_without_time_is_refused() {
        TimeLimiterConfig none =
                TimeLimiterConfig.custom().timeoutDuration(Duration.ZERO).build();

        assertThatThrownBy(() -> chain(none))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("A timeLimit must be positive, but is PT0S. To run without one, say withoutTimeLimit().");
    }

    @Test
    void settings_cannot_be_changed_once_the_tier_is_made() {
        List<TierSettings<String, String>> leaked = new ArrayList<>();
        FallbackChain.<String, String>named("search").model("model", this::hang, leaked::add);

        assertThatThrownBy(() -> leaked.get(0).timeLimit(Duration.ofSeconds(1)))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("A tier's settings cannot be changed after the tier was made");
    }
}
