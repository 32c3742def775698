package dev.afloat.testkit;

import dev.afloat.FallbackChain;
import dev.afloat.TierSettings;
import dev.afloat.event.CircuitState;
import dev.afloat.guard.LatencyHealth;
import dev.afloat.outcome.Result;
import dev.afloat.quality.LatencyBound;
import dev.afloat.testkit.AsyncScenario.Form;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A model that takes as many milliseconds as its input says (after a colon, if there is one), and a net behind it. */
final class LatencySetup {
    static final String COUNTED = "model QUALITY_FAILURE 'latency-p95'";
    static final String SERVED = "model SUCCESS";

    final VirtualTime time = new VirtualTime();
    final Form form;
    final FallbackChain<String, String> chain;

    LatencySetup(Form form, LatencyBound bound, Consumer<TierSettings<String, String>> settings) {
        this(form, tier -> settings.accept(tier.latency(bound)));
    }

    LatencySetup(Form form, Consumer<TierSettings<String, String>> settings) {
        this.form = form;
        this.chain = FallbackChain.<String, String>named("search")
                .model("model", this::model, settings)
                .local("net", in -> "net")
                .timeSource(time)
                .build();
    }

    String model(String input) throws Exception {
        String millis = input.substring(input.indexOf(':') + 1);
        if (millis.equals("down")) {
            throw new IOException("down");
        }
        time.pause(Duration.ofMillis(Long.parseLong(millis)));
        return input;
    }

    Result<String> ask(String input) {
        return Forms.ask(chain, form, input);
    }

    /** Asks so many times, and returns the last result. */
    Result<String> ask(int times, String input) {
        for (int i = 1; i < times; i++) {
            ask(input);
        }
        return ask(input);
    }

    /** Asks, and returns what became of the model. */
    String attempt(String input) {
        return Forms.attempts(ask(input)).get(0);
    }

    @Nullable
    CircuitState circuit() {
        return chain.health().tier("model").circuit();
    }

    LatencyHealth latency() {
        return Objects.requireNonNull(chain.health().tier("model").quality().latency());
    }

    Map<String, Long> failures() {
        return chain.health().tier("model").quality().failures();
    }
}
