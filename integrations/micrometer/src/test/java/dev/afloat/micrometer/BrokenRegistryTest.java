package dev.afloat.micrometer;

import static dev.afloat.testkit.AfloatAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import dev.afloat.FallbackChain;
import dev.afloat.event.CircuitState;
import dev.afloat.failure.FailureKind;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.cumulative.CumulativeCounter;
import io.micrometer.core.instrument.cumulative.CumulativeTimer;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import io.micrometer.core.instrument.distribution.pause.PauseDetector;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A registry that breaks under way: whoever asks the chain does not notice, and the log says it once. */
@Timeout(60)
class BrokenRegistryTest {
    /** What throws. */
    private enum Broken {
        COUNTER,
        TIMER,
        CLOCK,
        REMOVAL
    }

    @RegisterExtension
    final LogLines log = new LogLines();

    private final VirtualTime time = new VirtualTime();
    private @Nullable Broken broken;
    private boolean asError;

    private void reach(Broken part) {
        if (part == broken) {
            if (asError) {
                throw new StackOverflowError("registry");
            }
            throw new IllegalStateException("registry");
        }
    }

    private final class Fragile extends SimpleMeterRegistry {
        Fragile() {
            super(SimpleConfig.DEFAULT, new Clock() {
                @Override
                public long wallTime() {
                    return 0;
                }

                @Override
                public long monotonicTime() {
                    reach(Broken.CLOCK);
                    return time.nanos();
                }
            });
        }

        @Override
        protected Counter newCounter(Meter.Id id) {
            return new CumulativeCounter(id) {
                @Override
                public void increment(double amount) {
                    reach(Broken.COUNTER);
                    super.increment(amount);
                }
            };
        }

        @Override
        protected Timer newTimer(Meter.Id id, DistributionStatisticConfig settings, PauseDetector pauses) {
            return new CumulativeTimer(id, clock, settings, pauses, TimeUnit.SECONDS, false) {
                @Override
                protected void recordNonNegative(long amount, TimeUnit unit) {
                    reach(Broken.TIMER);
                    super.recordNonNegative(amount, unit);
                }
            };
        }

        @Override
        public @Nullable Meter remove(Meter meter) {
            reach(Broken.REMOVAL);
            return super.remove(meter);
        }
    }

    private static String answer(String question) throws IOException {
        if (question.equals("down")) {
            throw new IOException("down");
        }
        return question;
    }

    @ParameterizedTest
    @EnumSource
    void requests_are_answered_the_breaker_counts_and_the_log_says_it_once(Broken part) {
        for (Form form : Form.values()) {
            for (boolean error : new boolean[] {false, true}) {
                log.forget();
                broken = null;
                asError = error;
                Fragile registry = new Fragile();
                FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                        .model(
                                "model",
                                BrokenRegistryTest::answer,
                                tier -> tier.circuitBreaker(
                                        CircuitBreakerSpec.consecutiveFailures(2, Duration.ofMinutes(1))))
                        .local("rules", question -> "sorry")
                        .timeSource(time)
                        .build();
                ChainMetrics.bind(chain, registry);
                broken = part;

                for (int i = 0; i < 3; i++) {
                    assertThat(form.ask(chain, "q")).wasServedBy("model").isNotDegraded();
                    assertThat(form.ask(chain, "down")).isDegradedBy(FailureKind.UNAVAILABLE);
                }
                assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.CLOSED);
                assertThat(form.ask(chain, "down")).isDegradedBy(FailureKind.UNAVAILABLE);
                assertThat(chain.health().tier("model").circuit()).isEqualTo(CircuitState.OPEN);

                assertThatCode(chain::close).doesNotThrowAnyException();
                assertThat(log.all())
                        .singleElement()
                        .asString()
                        .startsWith("WARN A listener of 'search' threw java.lang.");
            }
        }
    }
}
