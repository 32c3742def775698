package dev.afloat.cascade;

import static org.assertj.core.api.Assertions.assertThat;

import dev.afloat.FallbackChain;
import dev.afloat.call.AsyncContextualCall;
import dev.afloat.event.CircuitState;
import dev.afloat.guard.CircuitBreakerSpec;
import dev.afloat.outcome.Result;
import dev.afloat.testkit.VirtualTime;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A breaker's probe that waits for the call of another chain. */
class SingleFlightProbeTest {
    private static final Duration COOLDOWN = Duration.ofSeconds(30);

    private final VirtualTime time = new VirtualTime();
    private final List<CompletableFuture<String>> made = new ArrayList<>();
    private final SingleFlight<String, String> flight = SingleFlight.by(Scope.shared(), question -> question);
    private final AsyncContextualCall<String, String> calls = flight.asyncCalls(question -> {
        made.add(new CompletableFuture<>());
        return made.get(made.size() - 1);
    });

    private final FallbackChain<String, String> other = chain("other");
    private final FallbackChain<String, String> opened = chain("opened");

    private FallbackChain<String, String> chain(String name) {
        return FallbackChain.<String, String>named(name)
                .asyncModelWithContext(
                        "model",
                        calls,
                        tier -> tier.withoutTimeLimit()
                                .circuitBreaker(CircuitBreakerSpec.consecutiveFailures(1, COOLDOWN)))
                .local("net", question -> "net")
                .timeSource(time)
                .build();
    }

    private @Nullable CircuitState circuit() {
        return opened.health().tier("model").circuit();
    }

    @Test
    void gives_its_permission_back_and_the_next_call_is_the_probe() {
        CompletableFuture<Result<String>> failing = opened.executeAsync("q");
        made.get(0).completeExceptionally(new IOException("down"));
        assertThat(failing.join().value()).isEqualTo("net");
        assertThat(circuit()).isEqualTo(CircuitState.OPEN);
        time.advance(COOLDOWN);

        CompletableFuture<Result<String>> leads = other.executeAsync("q");
        CompletableFuture<Result<String>> joins = opened.executeAsync("q");
        assertThat(made).hasSize(2);
        made.get(1).complete("answer");
        assertThat(leads.join().value()).isEqualTo("answer");
        assertThat(joins.join().value()).isEqualTo("answer");
        assertThat(circuit()).as("not decided by the call of another chain").isEqualTo(CircuitState.HALF_OPEN);

        CompletableFuture<Result<String>> probe = opened.executeAsync("q");
        assertThat(made).hasSize(3);
        made.get(2).complete("answer");
        assertThat(probe.join().value()).isEqualTo("answer");
        assertThat(circuit()).isEqualTo(CircuitState.CLOSED);
    }
}
