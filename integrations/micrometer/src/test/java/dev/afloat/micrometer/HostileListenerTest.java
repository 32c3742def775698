package dev.afloat.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.afloat.FallbackChain;
import dev.afloat.event.ChainEvent;
import dev.afloat.event.ChainListener;
import dev.afloat.event.CircuitState;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.ChainCancelledException;
import dev.afloat.testkit.VirtualTime;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The reported case F24 as a kind: what a listener does must not be felt by requests. */
@Timeout(60)
class HostileListenerTest {
    @RegisterExtension
    private final LogLines log = new LogLines();

    private final VirtualTime time = new VirtualTime();
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private boolean down;

    private String answer(String in) throws IOException {
        if (down) {
            throw new IOException("no route");
        }
        return in;
    }

    @ParameterizedTest
    @EnumSource
    void a_listener_that_does_its_worst_changes_neither_results_nor_breakers(Worst worst) {
        List<FallbackChain<String, String>> built = new ArrayList<>();
        ChainListener hostile = new ChainListener() {
            private boolean again;

            @Override
            public void onEvent(ChainEvent event) {
                if (!again) {
                    again = true;
                    worst.does(built.get(0), this);
                    again = false;
                }
            }
        };
        FallbackChain<String, String> chain = FallbackChain.<String, String>named("search")
                .model(
                        "model",
                        this::answer,
                        tier -> tier.circuitBreaker(CircuitBreakerSpec.consecutiveFailures(3, Duration.ofMinutes(1))))
                .local("net", in -> "net")
                .timeSource(time)
                .listener(hostile)
                .listener(hostile)
                .build();
        built.add(chain);
        ChainMetrics.bind(chain, registry);

        assertThat(chain.execute("in").tier()).isEqualTo("model");
        assertThat(Thread.interrupted()).isEqualTo(worst == Worst.INTERRUPT);
        down = true;
        switch (worst) {
            case CLOSE -> assertThat(registry.getMeters()).isEmpty();
            case INTERRUPT -> {
                assertThatThrownBy(() -> chain.execute("in")).isInstanceOf(ChainCancelledException.class);
                assertThat(Thread.interrupted()).as("as by anybody else").isTrue();
            }
            default -> {
                assertThat(chain.execute("in").tier()).isEqualTo("net");
                assertThat(chain.health().tier("model").circuit())
                        .isEqualTo(worst == Worst.AGAIN ? CircuitState.OPEN : CircuitState.CLOSED);
            }
        }
        assertThat(log.all()).hasSizeLessThanOrEqualTo(2);
    }

    /** What a listener does that nobody expects. */
    enum Worst {
        RUNTIME,
        ERROR,
        OVERFLOW,
        INTERRUPT,
        REMOVE,
        AGAIN,
        ADD,
        CLOSE;

        void does(FallbackChain<String, String> chain, ChainListener self) {
            switch (this) {
                case RUNTIME -> throw new IllegalStateException("broken");
                case ERROR -> throw new AssertionError("broken");
                case OVERFLOW -> does(chain, self);
                case INTERRUPT -> Thread.currentThread().interrupt();
                case REMOVE -> chain.removeListener(self);
                case AGAIN -> assertThatCode(() -> chain.execute("once more")).doesNotThrowAnyException();
                case ADD -> chain.addListener(event -> {});
                case CLOSE -> chain.close();
            }
        }
    }
}
