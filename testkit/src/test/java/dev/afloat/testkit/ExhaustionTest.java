package dev.afloat.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Attempt;
import dev.afloat.outcome.ChainExhaustedException;
import dev.afloat.time.Deadline;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExhaustionTest {
    private static final CircuitBreakerSpec ONE_FAILURE =
            CircuitBreakerSpec.consecutiveFailures(1, Duration.ofSeconds(10));

    private final VirtualTime time = new VirtualTime();
    private final List<String> order = new ArrayList<>();

    private FallbackChainBuilder<String, String> chain() {
        return FallbackChain.<String, String>named("search").timeSource(time);
    }

    private String fails(String tier) throws IOException {
        order.add(tier);
        throw new IOException(tier + " is down");
    }

    @Test
    void exhaustion_lists_every_cause_in_order() {
        FallbackChain<String, String> chain = chain().model("first", in -> fails("first"))
                .lookup("second", in -> Optional.empty())
                .model("third", in -> fails("third"))
                .local("fourth", in -> fails("fourth"))
                .build();

        ChainExhaustedException thrown = catchThrowableOfType(ChainExhaustedException.class, () -> chain.execute("in"));

        assertThat(thrown)
                .hasMessage("No tier of 'search' answered: first ERROR UNAVAILABLE (IOException) after 0 ms; "
                        + "second MISS after 0 ms; third ERROR UNAVAILABLE (IOException) after 0 ms; "
                        + "fourth ERROR UNAVAILABLE (IOException) after 0 ms");
        assertThat(thrown.skippedOnly()).isFalse();
        assertThat(thrown.feature()).isEqualTo("search");
        assertThat(thrown).hasCauseInstanceOf(IOException.class).rootCause().hasMessage("first is down");
        assertThat(thrown.getSuppressed())
                .extracting(Throwable::getMessage)
                .containsExactly("third is down", "fourth is down");
        assertThat(thrown.attempts()).extracting(Attempt::tier).containsExactly("first", "second", "third", "fourth");
    }

    @Test
    void exhaustion_says_when_all_tiers_were_only_skipped() {
        FallbackChain<String, String> chain = chain().model(
                        "first", in -> fails("first"), tier -> tier.circuitBreaker(ONE_FAILURE))
                .model("second", in -> fails("second"), tier -> tier.minimumTime(Duration.ofSeconds(1)))
                .withoutSafetyNet()
                .build();
        assertThatThrownBy(() -> chain.execute("in")).isInstanceOf(ChainExhaustedException.class);

        ChainExhaustedException thrown = catchThrowableOfType(
                ChainExhaustedException.class, () -> chain.execute("in", Deadline.after(Duration.ofMillis(999), time)));

        assertThat(thrown)
                .hasMessage("No tier of 'search' was called, all were skipped: "
                        + "first SKIPPED OUT_OF_TIME; second SKIPPED OUT_OF_TIME (the budget was PT0.999S)")
                .hasNoCause();
        assertThat(thrown.skippedOnly()).isTrue();
        assertThat(order).containsExactly("first", "second");
    }
}
