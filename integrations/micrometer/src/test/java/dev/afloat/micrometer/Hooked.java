package dev.afloat.micrometer;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.FallbackChainBuilder;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import java.io.IOException;
import java.time.Duration;

/** A chain whose model fails by what it is asked, for hooks of all kinds; and what they must not change. */
final class Hooked {
    private Hooked() {}

    static String answer(String question) throws IOException {
        if (question.startsWith("down")) {
            throw new IOException("down");
        }
        return question;
    }

    static FallbackChainBuilder<String, String> named(String feature) {
        return FallbackChain.<String, String>named(feature)
                .model(
                        "model",
                        Hooked::answer,
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(2, Duration.ofMinutes(1))))
                .local("rules", question -> "sorry");
    }

    /** Eight requests, of which four are good, and two failures in a row. */
    static void assertGoodThenDegradedThenOpen(Form form, FallbackChain<String, String> chain) {
        for (int i = 0; i < 3; i++) {
            assertThat(form.ask(chain, "q"))
                    .wasServedBy("model")
                    .isNotDegraded()
                    .hasValue("q");
            assertThat(form.ask(chain, "down")).wasServedBy("rules").isDegradedBy(FailureKind.UNAVAILABLE);
            assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
        }
        assertThat(form.ask(chain, "down")).isDegradedBy(FailureKind.UNAVAILABLE);
        assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);
        assertThat(form.ask(chain, "q")).wasServedBy("rules").isDegradedBy(FailureKind.CIRCUIT_OPEN);
        assertThat(chain.health().tier("model").load().inFlight()).isZero();
    }
}
